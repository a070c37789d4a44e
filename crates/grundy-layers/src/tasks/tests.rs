//! Tasks that end at any moment, with small buffers, find the table of one process.

use std::sync::atomic::AtomicU64;

use super::*;
use crate::{
    LEAST_MEMORY, Table, build,
    tests::Heaps,
    work::{Division, Settings},
};

/// Small buffers, ranges and parts; tasks that end at any moment, take turns in any order, and
/// have no patience.
#[test]
fn divided_work_of_tasks_that_end_anywhere_finds_the_same_table() {
    let mut random = fastrand::Rng::with_seed(9);
    let start = [0x0304_0204, 0x0600_0001];
    let settings = Settings::new(LEAST_MEMORY, NonZero::<usize>::MIN);
    let whole = tempfile::tempdir().unwrap();
    let whole = build(&Heaps, &start, &[], whole.path(), &settings, &|_| true).unwrap();
    for (of, share, range, part, threads) in [(1, 256, 50, 7, 1), (2, 2048, 10, 100, 2), (5, 1 << 16, 1 << 16, 33, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let of = NonZero::new(of).unwrap();
        let (mut ended, mut waited) = (0u64, 0u64);
        let mut done = vec![None; of.get() as usize];
        while done.contains(&None) {
            let number = random.u32(..of.get());
            let (looks, end) = (AtomicU64::new(0), random.u64(..20 + 2 * (ended + waited)));
            let watch = |_: &_| looks.fetch_add(1, Ordering::Relaxed) < end;
            let settings = Settings { threads: NonZero::new(threads).unwrap(), ..settings };
            let mut work = TableWork::new(folder.path(), &settings, &watch).unwrap();
            work.share = share;
            work.division = Division { range, part, wave: 1 };
            match with(&Heaps, &start, &[], Task { number, of, patience: Duration::ZERO }, work) {
                Ok(summary) => done[number as usize] = Some(summary),
                Err(Error::Stopped) => ended += 1,
                Err(Error::Waits { task, .. }) if task != number => waited += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(ended > 0 && (of.get() == 1 || waited > 0), "{ended} {waited}");
        for found in done.into_iter().flatten() {
            assert_eq!(
                (found.positions, found.layers, found.options, found.largest, found.sum),
                (whole.positions, whole.layers, whole.options, whole.largest, whole.sum)
            );
        }
        let table: Table<u64> = Table::open(folder.path(), 1 << 10).unwrap();
        let mut count = 0;
        table
            .each(|_, key, value| {
                count += 1;
                let values = (0..).zip(key.to_le_bytes()).map(|(heap, size)| if heap == 0 { size } else { size % 4 });
                let plain = values.fold(0, |sum, value| sum ^ u32::from(value));
                assert_eq!(value, plain, "{key:x}");
                Ok(())
            })
            .unwrap();
        assert_eq!(count, whole.positions);
        let names = fs::read_dir(folder.path()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let ends = [".keys", ".values"];
        let left: Vec<String> =
            names.filter(|name| !ends.iter().any(|end| name.ends_with(end)) && !name.starts_with('.')).collect();
        assert_eq!(left, ["manifest"]);
    }
}
