//! CBOR by serde_cbor and serde_json, value by value: cbor json|cbor FILE

mod transcode;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (target, path) = (arguments.next().unwrap(), arguments.next().unwrap());
    let bytes = std::fs::read(path).unwrap();
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    if target == "json" {
        let mut reader = serde_cbor::Deserializer::from_slice(&bytes);
        transcode::transcode(&mut reader, &mut serde_json::Serializer::new(output)).unwrap();
    } else {
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let mut writer = serde_cbor::Serializer::new(serde_cbor::ser::IoWrite::new(output));
        transcode::transcode(&mut reader, &mut writer).unwrap();
    }
}
