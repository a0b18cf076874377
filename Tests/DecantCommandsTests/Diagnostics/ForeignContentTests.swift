import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// Input that decant does not read, which is named by its content.
@Suite struct ForeignContentTests {
  /// The beginnings of files by the tools, which each format then cannot read.
  static let compressed: [([UInt8], String)] = [
    ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB], "gzip; 'gunzip -c FILE'"),
    (Array("BZh91AY&SY".utf8) + [0xB5, 0x03, 0xA4], "bzip2; 'bunzip2 -c FILE'"),
    ([0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x08, 0x41, 0], "zstd; 'zstd -dc FILE'"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4, 0xE6], "xz; 'xz -dc FILE'"),
    ([0x50, 0x4B, 3, 4, 0x14, 0, 0, 0, 8, 0, 0x18, 0x7B], "a ZIP archive; 'unzip -p FILE'"),
  ]

  @Test(
    arguments: compressed.indices, [nil, "json", "jsonl", "json5", "yaml", "toml", "plist", "xml1"])
  func compressionIsNamed(index: Int, format: String?) {
    let (bytes, hint) = Self.compressed[index]
    let run = decant(words: ["-t", "json"] + (format.map { ["-f", $0] } ?? [])) {
      $0.input = MemorySource(bytes)
    }
    #expect(run.errors.hasSuffix("hint: this is \(hint) unpacks it\n"), "\(run.errors)")
    #expect(run.status == 65 && run.output.isEmpty)
  }
}
