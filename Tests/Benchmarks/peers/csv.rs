//! CSV by the crate csv, and JSON by serde_json: csv csv|json FILE

use serde::ser::{Serialize, SerializeSeq, Serializer};

struct Row<'a>(&'a csv::StringRecord, &'a csv::StringRecord);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(self.1))
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (target, path) = (arguments.next().unwrap(), arguments.next().unwrap());
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut reader = csv::ReaderBuilder::new().has_headers(target == "json").from_path(path).unwrap();
    if target == "json" {
        let header = reader.headers().unwrap().clone();
        let mut writer = serde_json::Serializer::new(output);
        let mut rows = (&mut writer).serialize_seq(None).unwrap();
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).unwrap() {
            rows.serialize_element(&Row(&header, &record)).unwrap();
        }
        rows.end().unwrap();
    } else {
        let mut writer = csv::Writer::from_writer(output);
        let mut record = csv::ByteRecord::new();
        while reader.read_byte_record(&mut record).unwrap() {
            writer.write_byte_record(&record).unwrap();
        }
    }
}
