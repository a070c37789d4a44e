//! The Parquet file, a group of rows at a time.

use std::{
    io::{self, Write},
    sync::Arc,
};

use grundy::{Run, stored::Stored};
use parquet::{
    basic::Compression,
    data_type::{ByteArray, ByteArrayType, Int32Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedColumnWriter, SerializedFileWriter},
    },
    schema::parser::parse_message_type,
};

use super::Unwritten;

/// The columns of the file.
const SCHEMA: &str = "message positions {
    required int32 layer (INTEGER(32, false));
    required binary position (UTF8);
    required int32 value (INTEGER(32, false));
}";

/// A file has at most 2^15 groups, so this allows for 8 * 10^9 positions.
const ROWS_A_GROUP: usize = 1 << 18;

/// Rows that are not written yet.
#[derive(Default)]
struct Group {
    /// The layer of each row.
    layers: Vec<i32>,
    /// The text of each position.
    positions: Vec<ByteArray>,
    /// The value of each position.
    values: Vec<i32>,
}

/// Writes all positions, and returns their number. Positions get no dictionary, since no two are
/// equal.
pub fn write(stored: &Stored, run: &Run, out: &mut (dyn Write + Send)) -> Result<u64, Unwritten> {
    let query = stored.query();
    let about = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let metadata = vec![about("game", query.game_text()), about("start", query.position_text())];
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_column_dictionary_enabled("position".into(), false)
        .set_key_value_metadata(Some(metadata))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(unwritten)?);
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(unwritten)?;
    let (mut group, mut count) = (Group::default(), 0u64);
    stored.each(run, |entry| {
        count += 1;
        group.layers.push(number(u64::from(entry.layer))?);
        group.positions.push(ByteArray::from(entry.position.into_bytes()));
        group.values.push(number(entry.value.0)?);
        if group.layers.len() == ROWS_A_GROUP { group.write(&mut file) } else { Ok(()) }
    })?;
    group.write(&mut file)?;
    file.close().map_err(unwritten)?;
    Ok(count)
}

impl Group {
    /// Writes the rows, if there are any, and empties the group.
    fn write<W: Write + Send>(&mut self, file: &mut SerializedFileWriter<W>) -> Result<(), Unwritten> {
        if self.layers.is_empty() {
            return Ok(());
        }
        let mut group = file.next_row_group().map_err(unwritten)?;
        let mut next = |write: &mut dyn FnMut(&mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError>| {
            let Some(mut column) = group.next_column()? else { return Ok(()) };
            write(&mut column)?;
            column.close()
        };
        let written = next(&mut |column| column.typed::<Int32Type>().write_batch(&self.layers, None, None))
            .and_then(|()| next(&mut |column| column.typed::<ByteArrayType>().write_batch(&self.positions, None, None)))
            .and_then(|()| next(&mut |column| column.typed::<Int32Type>().write_batch(&self.values, None, None)));
        written.and_then(|()| group.close().map(drop)).map_err(unwritten)?;
        *self = Group::default();
        Ok(())
    }
}

/// Parquet's unsigned numbers of 32 bits are stored as signed ones with the same bits.
fn number(value: u64) -> Result<i32, Unwritten> {
    let value = u32::try_from(value).map_err(|_| io::Error::other("a value has more than 32 bits"))?;
    Ok(i32::from_ne_bytes(value.to_ne_bytes()))
}

/// Returns the error of the writer, or that of the file below it.
fn unwritten(error: ParquetError) -> Unwritten {
    Unwritten::File(match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        error => io::Error::other(error),
    })
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use grundy::{Limits, Run, games};
    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };

    use crate::export::{Rows, export};

    /// Every row of the file is a position of the table, in its order, with its value.
    #[test]
    fn a_reader_of_parquet_finds_all_positions() {
        let folder = std::env::temp_dir().join(format!("grundy-export-{}", std::process::id()));
        let run = Run::new(Limits::default());
        let query = games::query("row: cut run", "abbacabaab", grundy::Question::Value).unwrap();
        run.build_table(&query, &folder).unwrap();
        let stored = run.stored(&folder).unwrap();
        let mut expected = Vec::new();
        stored
            .each(&run, |entry| {
                expected.push((entry.layer, entry.position, entry.value.0));
                Ok::<(), grundy::Error>(())
            })
            .unwrap();
        let path = folder.join("rows.parquet");
        let mut file = File::create(&path).unwrap();
        assert_eq!(export(&stored, &run, Rows::Parquet, &mut file).unwrap(), expected.len() as u64);
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
        let about = |key: &str| metadata.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
        assert_eq!(about("game"), Some("row: cut run".into()));
        assert_eq!(about("start"), Some("abbacabaab".into()));
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap())
            .map(|row| {
                let position = row.get_string(1).unwrap().clone();
                (row.get_uint(0).unwrap(), position, u64::from(row.get_uint(2).unwrap()))
            })
            .collect();
        assert_eq!(rows, expected);
        assert!(rows.len() > 10);
        let mut csv = Vec::new();
        export(&stored, &run, Rows::Csv, &mut csv).unwrap();
        let lines = expected.iter().map(|(layer, position, value)| format!("{layer},{position},{value}\n"));
        assert_eq!(String::from_utf8(csv).unwrap(), format!("layer,position,value\n{}", lines.collect::<String>()));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
