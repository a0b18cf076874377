internal import DecantCore

/// A reader of YAML by decant's scanner; not generic, because the requirements of a generic type are looked up at the
/// start of a process.
struct ScannedYAMLReader: EventReader, ~Copyable {
  private var reader: YAMLReader<YAMLScanner>

  init(_ options: ReadingOptions) {
    reader = YAMLReader(YAMLScanner(options.yamlSchema), options)
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try reader.read(from: &window, into: &batch)
  }
}
