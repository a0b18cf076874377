import DecantFiles
import DecantSystem
import DecantTestSupport
import Foundation
import Testing

import Decant

@testable import DecantCommands

@Suite struct MigratedFileTests {
  private let scratch: Scratch
  private var folder: String { scratch.path }

  init() throws {
    scratch = try Scratch()
  }

  @Test(arguments: [1, 3, 20])
  func putsAGroupInItsPlaces(count: Int) throws {
    let files = try (0..<count).map { number in
      let file = try AtomicFile("\(folder)/\(number)")
      try file.write("\(number)")
      return file
    }
    try "old".write(toFile: "\(folder)/0", atomically: false, encoding: .utf8)
    let errors = FileGroup.commit(files.map { .new($0, .ifAbsent) } + [.standing("\(folder)/0")])
    #expect(errors[0]?.problem == .system(.create, code: System.Errno.exists.code))
    #expect(errors.dropFirst().allSatisfy { $0 == nil })
    #expect(try scratch.read("0") == "old")
    for number in 1..<max(count, 1) { #expect(try scratch.read("\(number)") == "\(number)") }
    #expect(try scratch.names.count == count)
  }

  @Test func replacesInAGroup() throws {
    try "old".write(toFile: "\(folder)/a", atomically: false, encoding: .utf8)
    let file = try AtomicFile("\(folder)/a")
    try file.write("new")
    #expect(FileGroup.commit([.new(file, .replacing), .standing("\(folder)/b")])[0] == nil)
    #expect(try scratch.read("a") == "new")
    #expect(try scratch.names == ["a"])
  }

  @Test func comparesWithWhatIsThere() throws {
    let text = String(repeating: "0123456789", count: 10_000)
    try text.write(toFile: "\(folder)/a", atomically: false, encoding: .utf8)
    for (written, isEqual) in [
      (text, true), (text + "x", false), (String(text.dropLast()), false),
      ("x" + text.dropFirst(), false), ("", false),
    ] {
      let comparison = ByteComparison(
        with: try FileSource("\(folder)/a"), orThrow: DecantError(.emptyInput))
      var outcome = true
      do {
        try written.withBytes { (bytes) throws(DecantError) in try comparison.write(bytes) }
        try comparison.finish()
      } catch {
        outcome = false
      }
      #expect(outcome == isEqual, "\(written.count)")
    }
  }

  @Test func tellsThatAFileHasChanged() throws {
    let path = "\(folder)/a"
    try "old".write(toFile: path, atomically: false, encoding: .utf8)
    let file = try SnapshotFile(path)
    #expect(file.isUnchanged)
    try "older".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(!file.isUnchanged)
    // A different file with the same name and size.
    let again = try SnapshotFile(path)
    try "newer".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(!again.isUnchanged)
    try FileManager.default.removeItem(atPath: path)
    #expect(!again.isUnchanged)
  }

  @Test(arguments: [10, 100_000])
  func readsASnapshotTwice(count: Int) throws {
    let path = "\(folder)/a"
    let text = "[\"" + String(repeating: "x", count: count) + "\"]"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let file = try SnapshotFile(path)
    for _ in 0..<2 {
      let document = try Document(reading: file.source(), as: .json)
      #expect(try document.root[0]?.value.string?.count == count)
    }
  }

  @Test(arguments: [10, 3 << 20])
  func keepsWhatIsToBeForgotten(count: Int) throws {
    let file = ScratchFile()
    let text = "[\"" + String(repeating: "x", count: count) + "\"]"
    try text.withBytes { (bytes) throws(DecantError) in
      try file.write(bytes.extracting(0..<5))
      try file.write(bytes.extracting(5..<bytes.byteCount))
    }
    #expect(file.count == count + 4)
    for _ in 0..<2 {
      let document = try Document(reading: file.readBack(), as: .json)
      #expect(try document.root[0]?.value.string?.count == count)
    }
  }

  /// The file was closed before its source was read.
  @Test func keepsAScratchFileOpenForItsSource() throws {
    func source(count: Int) throws -> any ByteSource {
      let file = ScratchFile()
      let bytes = [UInt8](repeating: 7, count: count)
      try bytes.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
      return file.readBack()
    }
    for count in [10, 3 << 20] { #expect(try source(count: count).readToEnd().count == count) }
  }
}
