//! JSON by serde_json: json check|stream FILE

mod transcode;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (task, path) = (arguments.next().unwrap(), arguments.next().unwrap());
    let bytes = std::fs::read(path).unwrap();
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    match task.as_str() {
        "check" => {
            serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).unwrap();
        }
        _ => {
            let mut reader = serde_json::Deserializer::from_slice(&bytes);
            transcode::transcode(&mut reader, &mut serde_json::Serializer::new(output)).unwrap();
        }
    }
}
