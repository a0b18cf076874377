//! TOML by the crate toml, and JSON by serde_json: toml json|toml|from-json FILE

use std::io::Write;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (task, path) = (arguments.next().unwrap(), arguments.next().unwrap());
    let text = std::fs::read_to_string(path).unwrap();
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    if task == "from-json" {
        let value: toml::Value = serde_json::from_str(&text).unwrap();
        output.write_all(toml::to_string(&value).unwrap().as_bytes()).unwrap();
        return;
    }
    let value: toml::Value = toml::from_str(&text).unwrap();
    if task == "json" {
        serde_json::to_writer(output, &value).unwrap();
    } else {
        output.write_all(toml::to_string(&value).unwrap().as_bytes()).unwrap();
    }
}
