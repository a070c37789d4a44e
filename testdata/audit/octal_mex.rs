//! Values of octal games by mex alone, for comparison with what tables of sequences state.
//!
//! ```text
//! rustc -O octal_mex.rs
//! ./octal_mex 560 327300 144    the last n with another value than n + 144
//! ./octal_mex 4.327 100 4.367   the first n at which two games differ
//! ```

fn digits(code: &str) -> Vec<u8> {
    let code = if code.contains('.') { code.replace('.', "") } else { format!("0{code}") };
    code.bytes().map(|digit| digit - b'0').collect()
}

fn values(code: &str, end: usize) -> Vec<u16> {
    let digits = digits(code);
    let mut values = vec![0u16; end + 1];
    // The heap that has seen a value last.
    let mut seen = vec![0usize; 1 << 16];
    for heap in 1..=end {
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let rest = heap - taken;
            if (digit & 1 != 0 && rest == 0) || (digit & 2 != 0 && rest > 0) {
                seen[values[rest] as usize] = heap;
            }
            if digit & 4 != 0 {
                for part in 1..=rest / 2 {
                    seen[(values[part] ^ values[rest - part]) as usize] = heap;
                }
            }
        }
        values[heap] = (0..).find(|&value| seen[value as usize] != heap).unwrap();
    }
    values
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [code, end, other] = &words[..] else { panic!("CODE END PERIOD, or CODE END CODE") };
    let end: usize = end.parse().unwrap();
    let own = values(code, end);
    if let (Ok(period), false) = (other.parse::<usize>(), other.contains('.')) {
        let last = (0..end - period).rev().find(|&n| own[n] != own[n + period]).unwrap();
        println!("last exception {last}: value {}, and {} at {}", own[last], own[last + period], last + period);
    } else {
        let other = values(other, end);
        match (0..=end).find(|&n| own[n] != other[n]) {
            Some(n) => println!("first difference at {n}: {} and {}", own[n], other[n]),
            None => println!("the same to {end}"),
        }
    }
}
