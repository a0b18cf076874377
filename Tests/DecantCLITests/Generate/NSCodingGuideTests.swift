import DecantTestSupport
import Foundation
import Testing

/// A class as programs have it that still use `NSCoding`.
final class OldNote: NSObject, NSCoding {
  let title: String
  let day: Date
  let picture: Data?
  let parts: [OldNote]

  init(_ title: String, _ day: Date, picture: Data? = nil, parts: [OldNote] = []) {
    self.title = title
    self.day = day
    self.picture = picture
    self.parts = parts
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "NOTitle")
    coder.encode(day as NSDate, forKey: "NODay")
    if let picture { coder.encode(picture as NSData, forKey: "NOPicture") }
    coder.encode(parts as NSArray, forKey: "NOParts")
  }

  required init?(coder: NSCoder) { nil }
}

/// The guide from `NSCoding` to `Codable`, in the manual and in the documentation of the library.
@Suite struct NSCodingGuideTests {
  static let first = "decant -t yaml Old.plist"
  let page = ManualPage(name: "decant-archive.5")

  private var article: String {
    get throws {
      try String(
        contentsOfFile: "/\(Corpora.package)/Sources/Decant/Decant.docc/FromNSCoding.md",
        encoding: .utf8)
    }
  }

  private var commands: [String] {
    get throws { try #require(try page.displays.first { $0.first == Self.first }) }
  }

  @Test func bothHaveTheSameCommands() throws {
    let commands = try commands
    #expect(commands.count == 5)
    #expect(try article.contains("```sh\n\(commands.joined(separator: "\n"))\n```"))
  }

  @Test func theCommandsReplaceAClass() throws {
    let scratch = try Self.scratchWithArchive()
    let run = try scratch.shell("set -e\n" + (try commands).joined(separator: "\n"))
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.hasPrefix("$class: DecantCLITests.OldNote\n"))
    // Foundation writes the keys of an object in an order that differs from process to process.
    let restored = try scratch.shell("decant restore --type Note -t json -c -S Note.plist")
    #expect(
      restored.output
        == #"{"NODay":"2026-11-25T08:00:00Z","NOParts":[{"NODay":"2026-11-25T09:00:00Z","NOParts":[],"#
        + #""NOTitle":"Start"}],"NOPicture":"AQID","NOTitle":"Walk"}"# + "\n")
    #expect(run.output.contains("\nNOTitle: Walk\n") && run.output.contains("!!timestamp"))
  }

  static let program = """
    import Decant
    import Foundation

    let note = try Archive.read(Note.self, from: "Note.plist")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "Old.plist")))
    let old = try KeyedArchive.decode(Note.self, from: bytes, classes: ArchivedClasses.table)
    print(note.noTitle, note.noParts[0].noTitle, old.noPicture?.count ?? 0)
    try print(Archive.data(of: note, as: .yaml) == Archive.data(of: old, as: .yaml))

    """

  @Test(.enabled(if: TypesProgram.isAvailable)) func theTypeReadsBothArchives() throws {
    let scratch = try Self.scratchWithArchive()
    _ = try scratch.shell((try commands).joined(separator: "\n"))
    try scratch.write(Self.program, to: "main.swift")
    let compiled = try TypesProgram.compile(["Note.swift", "main.swift"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
    let run = try scratch.shell("./program")
    #expect(run.output == "Walk Start 3\ntrue\n", "\(run.errors)")
    for block in try article.components(separatedBy: "```swift\n").dropFirst() {
      #expect(Self.program.contains(block.components(separatedBy: "```")[0]))
    }
  }

  private static func scratchWithArchive() throws -> Scratch {
    let start = Date(timeIntervalSince1970: 1_795_593_600)
    let note = OldNote(
      "Walk", start, picture: Data([1, 2, 3]), parts: [OldNote("Start", start + 3600)])
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(note, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let scratch = try Scratch()
    try archiver.encodedData.write(to: URL(filePath: scratch.path + "/Old.plist"))
    return scratch
  }
}
