import Foundation
import Testing

@testable import Decant

/// Files that are written whole or not at all: their temporary names and their locks.
@Suite struct AtomicFileTests {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "decant-tests-\(UInt64.random(in: .min ... .max))").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func write(_ text: String, to file: AtomicFile) throws {
    try text.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test func givesNamesThatAreToldAgain() {
    for path in ["a.json", "/x/y/a", "é", String(repeating: "n", count: 255)] {
      let temporary = AtomicFile.temporaryName(beside: path)
      let name = String(temporary.split(separator: "/").last ?? "")
      #expect(AtomicFile.isTemporaryName(name))
      #expect(name.utf8.count <= 255)
      #expect(AtomicFile.directory(of: temporary) == AtomicFile.directory(of: path))
    }
    for name in [
      "a.decanting", ".decanting", ".a.decanting", ".a.json.decanting", ".a.0123456789ab.decanting",
      ".a.0123456789ABC.decanting", ".a.0123456789abc.decanting~", ".a..decanting",
      ".0123456789abc.decanting", "a.0123456789abc.decanting",
    ] {
      #expect(!AtomicFile.isTemporaryName(name), "\(name)")
    }
  }

  @Test func removesOnlyWhatNobodyWrites() throws {
    let file = try AtomicFile("\(folder)/a.json")
    let temporary = try #require(try names.first)
    #expect(AtomicFile.isTemporaryName(temporary))
    #expect(!AtomicFile.removeAbandoned("\(folder)/\(temporary)"))
    #expect(try names == [temporary])
    file.discard()
    #expect(try names == [])
    // One whose process is gone holds no lock.
    let abandoned = "\(folder)/.a.json.0123456789abc.decanting"
    try "half".write(toFile: abandoned, atomically: false, encoding: .utf8)
    try "mine".write(toFile: "\(folder)/a.json", atomically: false, encoding: .utf8)
    #expect(!AtomicFile.removeAbandoned("\(folder)/a.json"))
    #expect(AtomicFile.removeAbandoned(abandoned))
    #expect(try names == ["a.json"])
  }

  /// Whoever writes a file anew finds what was left of it, and needs not look through the folder.
  @Test func removesWhatWasLeftOfTheSameFile() throws {
    let left = AtomicFile.temporaryName(beside: "\(folder)/a.json", token: 0)
    try "half".write(toFile: left, atomically: false, encoding: .utf8)
    let file = try AtomicFile("\(folder)/a.json")
    try write("[1]", to: file)
    try file.commit()
    #expect(try names == ["a.json"])
    #expect(try read("a.json") == "[1]")
  }

  @Test func severalMayWriteTheSameFile() throws {
    let files = try (0..<3).map { _ in try AtomicFile("\(folder)/a.json") }
    #expect(try names.count == 3)
    for (number, file) in files.enumerated() { try write("[\(number)]", to: file) }
    for (number, file) in files.enumerated() {
      try file.commit()
      #expect(try read("a.json") == "[\(number)]")
    }
    #expect(try names == ["a.json"])
  }

  @Test func removesNoLinkAndNoFolder() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: "\(folder)/.d.0123456789abc.decanting", withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      atPath: "\(folder)/.l.0123456789abc.decanting", withDestinationPath: "/dev/null")
    for name in try names { #expect(!AtomicFile.removeAbandoned("\(folder)/\(name)")) }
    #expect(try names.count == 2)
  }

  @Test func readsBackWhatWasWritten() throws {
    let file = try AtomicFile("\(folder)/a.json")
    try write("[1]", to: file)
    let document = try Document(reading: file.readBack(), as: .json)
    #expect(document.description == "[1]")
    try file.commit()
    #expect(try names == ["a.json"])
  }
}
