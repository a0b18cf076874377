//! MessagePack by rmp-serde and serde_json, value by value: msgpack json|msgpack FILE

mod transcode;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (target, path) = (arguments.next().unwrap(), arguments.next().unwrap());
    let bytes = std::fs::read(path).unwrap();
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    if target == "json" {
        let mut reader = rmp_serde::Deserializer::from_read_ref(&bytes);
        transcode::transcode(&mut reader, &mut serde_json::Serializer::new(output)).unwrap();
    } else {
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        transcode::transcode(&mut reader, &mut rmp_serde::Serializer::new(output)).unwrap();
    }
}
