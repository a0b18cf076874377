//! Property lists by the crate plist, and JSON by serde_json: plist json|xml1|binary1 FILE

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (target, path) = (arguments.next().unwrap(), arguments.next().unwrap());
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    if target == "json" {
        serde_json::to_writer(output, &plist::Value::from_file(path).unwrap()).unwrap();
        return;
    }
    let value: plist::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    if target == "xml1" {
        value.to_writer_xml(output).unwrap();
    } else {
        value.to_writer_binary(output).unwrap();
    }
}
