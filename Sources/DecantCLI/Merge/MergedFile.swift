internal import Decant

struct MergedFile {
  let bytes: [UInt8]
  let format: Format
  let values: [Value]
  let tags: [String]

  init(
    _ bytes: [UInt8], named name: String, as format: Format?, _ options: ReadingOptions,
    among registry: FormatRegistry
  ) throws(DecantError) {
    let input = try Input(MemorySource(bytes), named: name, as: format, among: registry)
    self.bytes = bytes
    self.format = input.format
    var reader = try DocumentReader(input, options)
    var values: [Value] = []
    var tags: [String] = []
    while let document = try reader.next() {
      do throws(DecantError) {
        values.append(try document.value)
      } catch {
        throw error.about(name)
      }
      document.root.collectTags(into: &tags)
    }
    self.values = values
    self.tags = tags
  }
}

extension Document.Node {
  fileprivate func collectTags(into tags: inout [String]) {
    if let tag { tags.append(tag) }
    for element in elements { element.collectTags(into: &tags) }
    for (key, value) in pairs {
      key.collectTags(into: &tags)
      value.collectTags(into: &tags)
    }
  }
}

extension [Value] {
  func areIdentical(to others: [Value]) -> Bool {
    elementsEqual(others) { $0.isIdentical(to: $1) }
  }
}
