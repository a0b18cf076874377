import Decant
import DecantSystem
import DecantTestSupport
import Foundation
import Testing

@testable import DecantFiles

@Suite struct AtomicFileTests {
  private let scratch: Scratch
  private var folder: String { scratch.path }

  init() throws {
    scratch = try Scratch()
  }

  @Test func givesNamesThatAreToldAgain() {
    for path in ["a.json", "/x/y/a", "é", String(repeating: "n", count: 255)] {
      let temporary = AtomicFile.temporaryName(beside: path)
      let name = String(temporary.split(separator: "/").last ?? "")
      #expect(AtomicFile.isTemporaryName(name))
      #expect(name.utf8.count <= 255)
      #expect(FilePath.directory(of: temporary) == FilePath.directory(of: path))
    }
    for name in [
      "a.decanting", ".decanting", ".a.decanting", ".a.json.decanting", ".a.0123456789ab.decanting",
      ".a.0123456789ABC.decanting", ".a.0123456789abc.decanting~", ".a..decanting",
      ".0123456789abc.decanting", "a.0123456789abc.decanting",
    ] {
      #expect(!AtomicFile.isTemporaryName(name), "\(name)")
    }
  }

  @Test func removesOnlyAbandonedFiles() throws {
    let file = try AtomicFile("\(folder)/a.json")
    let temporary = try #require(try scratch.names.first)
    #expect(AtomicFile.isTemporaryName(temporary))
    #expect(!AtomicFile.removeLeftover("\(folder)/\(temporary)"))
    #expect(try scratch.names == [temporary])
    file.discard()
    #expect(try scratch.names == [])
    // The lock of a killed process is released.
    let abandoned = "\(folder)/.a.json.0123456789abc.decanting"
    try "half".write(toFile: abandoned, atomically: false, encoding: .utf8)
    try "mine".write(toFile: "\(folder)/a.json", atomically: false, encoding: .utf8)
    #expect(!AtomicFile.removeLeftover("\(folder)/a.json"))
    #expect(AtomicFile.removeLeftover(abandoned))
    #expect(try scratch.names == ["a.json"])
  }

  /// The temporary name is derived from the file's name, so the folder need not be listed.
  @Test func removesWhatWasLeftOfTheSameFile() throws {
    let left = AtomicFile.temporaryName(beside: "\(folder)/a.json", token: 0)
    try "half".write(toFile: left, atomically: false, encoding: .utf8)
    let file = try AtomicFile("\(folder)/a.json")
    try file.write("[1]")
    try file.commit()
    #expect(try scratch.names == ["a.json"])
    #expect(try scratch.read("a.json") == "[1]")
  }

  @Test func severalMayWriteTheSameFile() throws {
    let files = try (0..<3).map { _ in try AtomicFile("\(folder)/a.json") }
    #expect(try scratch.names.count == 3)
    for (number, file) in files.enumerated() { try file.write("[\(number)]") }
    for (number, file) in files.enumerated() {
      try file.commit()
      #expect(try scratch.read("a.json") == "[\(number)]")
    }
    #expect(try scratch.names == ["a.json"])
  }

  @Test func removesNoLinkAndNoFolder() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: "\(folder)/.d.0123456789abc.decanting", withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      atPath: "\(folder)/.l.0123456789abc.decanting", withDestinationPath: "/dev/null")
    for name in try scratch.names { #expect(!AtomicFile.removeLeftover("\(folder)/\(name)")) }
    #expect(try scratch.names.count == 2)
  }

  @Test func readsBackWhatWasWritten() throws {
    let file = try AtomicFile("\(folder)/a.json")
    try file.write("[1]")
    let document = try Document(reading: file.readBack(), as: .json)
    #expect(document.description == "[1]")
    try file.commit()
    #expect(try scratch.names == ["a.json"])
  }
}
