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
    #expect(commands.count == 4)
    #expect(try article.contains("```sh\n\(commands.joined(separator: "\n"))\n```"))
  }

  @Test func theCommandsReplaceAClass() throws {
    let scratch = try Self.scratchWithArchive()
    let run = try scratch.shell("set -e\n" + (try commands).joined(separator: "\n"))
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.hasPrefix("$class: DecantCommandsTests.OldNote\n"))
    let classKey = #""$class":"DecantCommandsTests.OldNote","#
    // Foundation writes the keys of an object in an order that differs from process to process.
    let restored = try scratch.shell("decant restore --type Note -t json -c -S Note.plist")
    #expect(
      restored.output
        == #"{\#(classKey)"$id":1,"NODay":"2026-11-25T08:00:00Z","NOParts":[{\#(classKey)"$id":2,"#
        + #""NODay":"2026-11-25T09:00:00Z","NOParts":[],"NOTitle":"Start"}],"NOPicture":"AQID","#
        + #""NOTitle":"Walk"}"# + "\n")
    #expect(run.output.contains("\nNOTitle: Walk\n") && run.output.contains("!!timestamp"))
  }

  static let program = """
    import Decant
    import Foundation

    let note = try Archive.read(Note.self, from: "Note.plist")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "Old.plist")))
    let old = try KeyedArchive.decode(Note.self, from: bytes, classes: NoteClasses.table)
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
    for block in try article.components(separatedBy: "```swift\n").dropFirst().prefix(2) {
      #expect(Self.program.contains(block.components(separatedBy: "```")[0]))
    }
  }

  // MARK: Graphs

  static let listOfObjects = """
    {"$class":"OldList","$id":1,"items":[{"$class":"OldItem","$id":2,"author":\
    {"$class":"OldAuthor","$id":3,"name":"Ann"},"list":{"$ref":1},"text":"one"},\
    {"$class":"OldItem","$id":4,"author":{"$ref":3},"list":{"$ref":1},"text":"two"}],"title":"Plan"}
    """

  @Test func theCommandsKeepReferencesToAParent() throws {
    let scratch = try Self.scratchWithGraph()
    let run = try scratch.shell("set -e\n" + (try commands).joined(separator: "\n"))
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let restored = try scratch.shell(
      "decant restore --type Note -t json -c -S Note.plist | sed 's/DecantCommandsTests.//g'")
    #expect(restored.output == Self.listOfObjects + "\n")
  }

  /// The archive itself says which objects are one, which YAML without classes does not.
  @Test func objectsOfAnArchiveAreArchived() throws {
    let scratch = try Self.scratchWithGraph()
    let run = try scratch.shell(
      """
      decant archive --type Note -o Note.yaml Old.plist && decant check Note.yaml &&
      decant restore -t json -c -S Note.yaml | sed 's/DecantCommandsTests.//g'
      decant archive --type Note --class-names drop Old.plist | decant restore -t json -c -S
      """)
    let expected = Self.listOfObjects
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(run.errors == "" && lines.count == 2)
    #expect(lines.first == expected)
    #expect(lines.last == expected.replacing(/"\$class":"\w+",/, with: ""))
  }

  @Test func graphsThatAnArchiveCannotHoldAreRefused() throws {
    let scratch = try Self.scratchWithGraph()
    for command in [
      "decant archive --type Note --at /items Old.plist",
      "decant archive --type Note --slurp Old.plist",
      "decant archive --type Note --key-style pascal Old.plist",
    ] {
      let run = try scratch.shell(command)
      #expect(run.status == 65 && run.output == "", "\(command)")
      #expect(run.errors.contains("the object contains itself"), "\(run.errors)")
    }
    let run = try scratch.shell(
      "cp Old.plist a.plist; decant archive --type Note -i a.plist; cmp Old.plist a.plist")
    #expect(run.status == 0 && run.errors.contains("could not be converted back"), "\(run.errors)")
  }

  static let graphProgram = """
    import Decant
    import Foundation

    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "Old.plist")))
    let old = try KeyedArchive.decode(Note.self, from: bytes, classes: NoteClasses.table)
    let note = try Archive.read(Note.self, from: "Note.plist")
    for root in [old, note] {
      print(root.title, root.items.map(\\.text), root.items.allSatisfy { $0.list === root })
    }
    print(old.items[0].author === old.items[1].author)
    print(note.items[0].author === note.items[1].author)
    try print(Archive.data(of: note, as: .yaml) == Archive.data(of: old, as: .yaml))

    """

  @Test(.enabled(if: TypesProgram.isAvailable)) func theTypesReadAGraph() throws {
    let scratch = try Self.scratchWithGraph()
    _ = try scratch.shell(try commands.joined(separator: "\n"))
    try scratch.write(Self.graphProgram, to: "main.swift")
    let compiled = try TypesProgram.compile(["Note.swift", "main.swift"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
    let run = try scratch.shell("./program")
    let line = "Plan [\"one\", \"two\"] true\n"
    #expect(run.output == line + line + "true\ntrue\ntrue\n", "\(run.errors)")
  }

  static let boardProgram = """
    import Decant

    let board = try Archive.read(Board.self, from: "Board.plist")
    for item in board.items {
      switch item {
      case .oldPhoto(let photo): print(photo.width, photo === board.cover, photo.board === board)
      case .oldQuote(let quote): print(quote.text, quote.author.name, quote.board === board)
      }
    }
    try Archive.write(board, to: "Board.yaml", verified: true)

    """

  /// Parents, subclasses, and a list of several classes, as in the article.
  @Test(.enabled(if: TypesProgram.isAvailable)) func theTypesKeepClasses() throws {
    let scratch = try Self.scratch(with: OldBoard(by: OldAuthor("Ann")))
    let script = try commands.joined(separator: "\n").replacing("Note", with: "Board")
    let run = try scratch.shell("set -e\n" + script)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    // Foundation writes the keys of an object in an order that differs from process to process.
    let types = try scratch.read("Board.swift").replacing("DecantCommandsTests.", with: "Planner.")
    for block in try article.components(separatedBy: "```swift\n").dropFirst(3) {
      let text = block.components(separatedBy: "```")[0]
      let isShown = text.split(separator: "\n").allSatisfy { types.contains($0 + "\n") }
      #expect(isShown || Self.boardProgram.contains(text), "\(text)")
    }
    try scratch.write(Self.boardProgram, to: "main.swift")
    let compiled = try TypesProgram.compile(["Board.swift", "main.swift"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
    let printed = try scratch.shell(
      "./program && decant check Board.yaml && decant get '/$root/items/0/board/cover/width' Board.yaml"
    )
    #expect(printed.output == "640 true true\nHello Ann true\n640\n", "\(printed.errors)")
  }

  private static func scratchWithGraph() throws -> Scratch {
    try scratch(with: OldList("Plan", ["one", "two"], by: OldAuthor("Ann")))
  }

  private static func scratch(with object: Any) throws -> Scratch {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let scratch = try Scratch()
    try archiver.encodedData.write(to: URL(filePath: scratch.path + "/Old.plist"))
    return scratch
  }

  private static func scratchWithArchive() throws -> Scratch {
    let start = Date(timeIntervalSince1970: 1_795_593_600)
    let note = OldNote(
      "Walk", start, picture: Data([1, 2, 3]), parts: [OldNote("Start", start + 3600)])
    return try scratch(with: note)
  }
}
