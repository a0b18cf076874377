import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

@Suite struct ArchivedTypesTests {
  private static func write(_ root: Any, to name: String, in scratch: Scratch) throws -> String {
    let path = "\(scratch.path)/\(name)"
    try Data(OldClasses.archive(root)).write(to: URL(filePath: path))
    return path
  }

  private static func tree() -> OldNode {
    let root = OldNode("/", [OldNode("a", [OldNode("b")]), OldNode("c")])
    root.children[0].next = root.children[1]
    root.next = root
    return root
  }

  @Test func aClassWithSharedObjectsIsASharedInstance() throws {
    let scratch = try Scratch()
    let root = Self.tree()
    defer { root.next = nil }
    let path = try Self.write(root, to: "tree.plist", in: scratch)
    let source = try types(ofFiles: [path]) { $0.hasGivenName = false }
    // Foundation writes the keys of an object in an order that differs from process to process.
    #expect(
      source.hasPrefix("import Decant\n\n/// 1 document.\nfinal class OldNode: SharedInstance {\n"))
    for line in [
      "  var name: String\n", "  @BackReference var parent: OldNode?\n",
      "  @Shared var next: OldNode?\n",
      "    \"DecantTestSupport.OldNode\": OldNode.self\n  ]\n}\n",
    ] {
      #expect(source.contains(line), "\(line)")
    }
  }

  @Test func objectsOfSeveralClassesAreAnEnumeration() throws {
    let scratch = try Scratch()
    let path = try Self.write(
      [OldCircle("a"), OldShape("b"), OldSquare("c")] as NSArray, to: "shapes.plist", in: scratch)
    let source = try types(ofFiles: [path])
    #expect(source.contains("typealias Root = [RootElement]"))
    #expect(source.contains("  case oldCircle(OldCircle)\n  case oldShape(OldShape)\n"))
    #expect(
      source.contains(
        """
            if decoder.archivedClassName == "DecantTestSupport.OldCircle" {
              self = .oldCircle(try container.decode(OldCircle.self))
            } else if decoder.archivedClassName == "DecantTestSupport.OldShape" {
        """))
  }

  /// All that a keyed archive has comes back from archives of the types, and from one of its objects.
  @Test(.enabled(if: TypesProgram.isAvailable)) func typesKeepTheirArchives() throws {
    let scratch = try Scratch()
    var program = TypesProgram()
    func add(_ path: String, named name: String) throws {
      let run = try scratch.shell("decant archive --type Root -o \(name).json '\(path)'")
      #expect(run.status == 0 && run.errors == "")
      let source = try types(ofFiles: [path]) { $0.isArchivable = true }
      program.add(
        source, named: name, archive: path, archived: "\(scratch.path)/\(name).json")
    }
    let root = Self.tree()
    defer { root.next = nil }
    let shared = OldNode("s", [OldNode("t")])
    let ring = OldNode("r")
    ring.children = [OldNode("x"), ring]
    defer { ring.children = [] }
    let roots: [Any] = [
      OldLandmark(), root, [OldCircle("a"), OldShape("b"), OldSquare("c")] as NSArray,
      [shared, shared, OldNode("s")] as NSArray, ring,
      ["places": [OldPlace(), OldPlace()] as NSArray, "one": OldPlace()] as NSDictionary,
      [OldPlace(), NSNull(), "text", 5, OldNode("n")] as NSArray,
      NSDictionary(object: "b", forKey: 5 as NSNumber), NSArray(), "text", OldLink(),
      [OldLink(), OldLink()] as NSArray, NSUUID(), [OldLink.url, "text"] as NSArray,
      [shared, OldCircle("a"), shared, ["x": OldSquare("b"), "y": shared]] as NSArray,
    ]
    for (index, root) in roots.enumerated() {
      let path = try Self.write(root, to: "archive\(index).plist", in: scratch)
      try add(path, named: "Made\(index)")
    }
    for (index, file) in Corpora.files(inSuite: "keyed-archives").enumerated() {
      try add(file.path, named: "Found\(index)")
    }
    #expect(try program.problems(in: scratch) == "")
  }

  /// The last case is only what it is: an object of another class is no value of the enumeration.
  @Test(.enabled(if: TypesProgram.isAvailable)) func theLastCaseIsOnlyItsClass() throws {
    let scratch = try Scratch()
    let path = try Self.write(
      [OldCircle("a"), OldSquare("c")] as NSArray, to: "shapes.plist", in: scratch)
    let other = try Self.write([OldShape("b")] as NSArray, to: "other.plist", in: scratch)
    try scratch.write(try types(ofFiles: [path]) { $0.isArchivable = true }, to: "Root.swift")
    let program = """
      import Decant

      do {
        _ = try KeyedArchive.decode(
          Root.self, from: FileSource("\(other)"), classes: Root.archiveClasses)
      } catch {
        print(error)
      }

      """
    try scratch.write(program, to: "main.swift")
    let compiled = try TypesProgram.compile(["Root.swift", "main.swift"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
    let run = try scratch.shell("./program")
    #expect(run.output.contains("no case for the class DecantTestSupport.OldShape"))
  }

  @Test func identifiersAndAddressesHaveTypesOfTheirOwn() throws {
    let scratch = try Scratch()
    let path = try Self.write(
      [OldLink(), OldLink(isLast: true)] as NSArray, to: "links.plist", in: scratch)
    let source = try types(ofFiles: [path])
    #expect(source.hasPrefix("import Decant\nimport Foundation\n"))
    for line in [
      "  var identifier: UUID\n", "  var address: URL\n", "  var addresses: [URL]\n",
      "  var text: String\n", "  var either: String\n",
    ] {
      #expect(source.contains(line), "\(line)")
    }
    let schema = try "\(inference(ofFiles: [path]).jsonSchema(named: "Link"))"
    #expect(schema.contains("uuid") && schema.contains("uri"))
    struct Link: Decodable {
      var identifier: UUID
      var address: URL
      var addresses: [URL]
      var text: String
      var either: Value
    }
    let links = try KeyedArchive.decode(
      [Link].self, from: [UInt8](Data(contentsOf: URL(filePath: path))),
      classes: ["DecantTestSupport.OldLink": Link.self])
    #expect(links[0].identifier == OldLink.identifier as UUID)
    #expect(links[1].address == OldLink.url as URL && links[1].addresses == [OldLink.url as URL])
    #expect(links[0].either == .string(OldLink.identifier.uuidString))
  }

  @Test func archivesOfTheLibraryContainTheirValue() throws {
    let path = "/\(Corpora.package)/Samples/Data/logbook-2.json"
    let envelope = try types(ofFiles: [path])
    #expect(envelope.contains("case archiver = \"$archiver\""))
    let source = try types(ofFiles: [path]) { $0.isArchivable = true }
    #expect(source.contains("  static let archiveName = \"WalkLog\"\n"))
    #expect(source.contains("  static let schemaVersion = 2\n"))
    #expect(source.contains("import Decant\nimport Foundation\n"))
    #expect(source.contains("day: Date\n"))
  }
}
