package import DecantCore
internal import DecantConversion

package struct MergedFile {
  package let bytes: [UInt8]
  package let format: Format
  /// The roots of its documents on the tape of the merge.
  package let documents: [Int]
  package let name: String

  package init(
    _ bytes: [UInt8], named name: String, as format: Format?, _ options: ReadingOptions,
    among registry: FormatRegistry, on tape: inout VersionTape
  ) throws(DecantError) {
    let input = try Input(MemorySource(bytes), named: name, as: format, among: registry)
    self.bytes = bytes
    self.name = name
    self.format = input.format
    documents = try tape.read(input, options)
    if let failure = tape.failure { throw failure.about(name) }
  }
}
