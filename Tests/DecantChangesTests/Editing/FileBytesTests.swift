import Foundation
import Testing
import Decant

@testable import DecantEditing
@testable import DecantCore

@Suite struct FileBytesTests {
  private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 9) }

  /// Calls `body` with the path of a file that was changed `age` seconds ago.
  private func withFile(age: TimeInterval = 60, _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.content).write(to: URL(filePath: path))
    try setAge(age, of: path)
    try body(path)
  }

  private func setAge(_ age: TimeInterval, of path: String) throws {
    let date = Date(timeIntervalSinceNow: -age)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  private func written(_ bytes: FileBytes, _ range: Range<Int>) throws -> [UInt8] {
    let destination = MemoryDestination()
    try bytes.write(range, to: destination)
    return destination.bytes
  }

  @Test func readsAnyRangeAndByte() throws {
    try withFile { path in
      let source = try FileSource(path)
      let bytes = try #require(FileBytes(source))
      #expect(bytes.count == Self.content.count)
      for place in [0, 299_999, 4095, 4096, 0, 150_000] {
        #expect(bytes[place] == Self.content[place])
      }
      for range in [0..<300_000, 0..<0, 5..<6, 131_071..<262_145, 299_999..<300_000] {
        #expect(try written(bytes, range) == Array(Self.content[range]))
      }
      try bytes.checkUnchanged()
    }
  }

  @Test(arguments: [0, 1, -60])
  func refusesAFileWhoseTimeIsTooRecent(age: TimeInterval) throws {
    try withFile(age: age) { path in
      let source = try FileSource(path)
      #expect(FileBytes(source) == nil)
    }
  }

  @Test func refusesAFileThatIsPartlyRead() throws {
    try withFile { path in
      let source = try FileSource(path)
      #expect(try source.readToEnd().count == Self.content.count)
      #expect(FileBytes(source) == nil)
    }
    let device = try FileSource("/dev/null")
    #expect(FileBytes(device) == nil)
  }

  @Test func noticesAChange() throws {
    try withFile { path in
      let source = try FileSource(path)
      let bytes = try #require(FileBytes(source))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.write(contentsOf: Data("x".utf8))
      try file.close()
      #expect(throws: DecantError.self) { try bytes.checkUnchanged() }
    }
  }

  @Test func survivesAFileThatBecomesShorter() throws {
    try withFile { path in
      let source = try FileSource(path)
      let bytes = try #require(FileBytes(source))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: 10)
      try file.close()
      #expect(bytes[200_000] == 0)
      #expect(bytes[5] == 0)
      let error = #expect(throws: DecantError.self) { try written(bytes, 0..<300_000) }
      #expect(error?.message == "the file changed while it was read")
      #expect(throws: DecantError.self) { try bytes.checkUnchanged() }
    }
  }

  /// The file has its old size and time again, but a byte was read while it was shorter.
  @Test func remembersAFailure() throws {
    try withFile { path in
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      let source = try FileSource(path)
      let bytes = try #require(FileBytes(source))
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.truncate(atOffset: 10)
      #expect(bytes[200_000] == 0)
      try file.truncate(atOffset: 300_000)
      try file.close()
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      #expect(throws: DecantError.self) { try bytes.checkUnchanged() }
    }
  }

  @Test func anEditFailsIfTheFileChangesMeanwhile() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = "[\(String(repeating: "1234567, ", count: 600_000))0]"
    try Data(text.utf8).write(to: URL(filePath: path))
    try setAge(60, of: path)
    let bytes = try EditedBytes(reading: FileSource(path), inPlace: true)
    var editor = try DocumentEditor(
      bytes, named: path, as: .json, among: .standard, options: ReadingOptions())
    try editor.apply(.set(DocumentPointer(tokens: ["-1"]), Document(true)))
    // No byte of the file is left.
    var rewritten = editor
    try rewritten.apply(.set(DocumentPointer(tokens: []), Document(true)))
    let new = Array("[\(String(repeating: "1234567, ", count: 600_000))true]".utf8)
    let destination = MemoryDestination()
    try editor.result.write(to: destination)
    #expect(destination.bytes == new)
    #expect(editor.bytes.suffix(20) == new.suffix(20))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data("{".utf8))
    try file.close()
    #expect(throws: DecantError.self) { try editor.result.write(to: MemoryDestination()) }
    #expect(throws: DecantError.self) { try rewritten.result.write(to: MemoryDestination()) }
  }
}
