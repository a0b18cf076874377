import Decant
import DecantTestSupport
import Foundation
import Testing

/// Settings that a program changes in files that people have written.
@Suite struct SettingsFileTests {
  struct Settings: Codable, Equatable {
    var name: String
    var retries: Int
    var ratio: Double
    var isEnabled: Bool
    var note: String?
    var server: Server
    var rules: [Rule]
    var env: [String: String]
  }

  struct Server: Codable, Equatable {
    var host: String
    var maxPorts: Int
    var tags: [String]
  }

  struct Rule: Codable, Equatable {
    var id: String
    var action: String
    var limit: Int?
  }

  // MARK: Random changes

  /// Changes of some properties, each with the words that the changed lines may have.
  private static func change(_ settings: inout Settings, _ random: inout SeededGenerator)
    -> [String]
  {
    let word = "w\(Int.random(in: 0..<1000, using: &random))"
    switch Int.random(in: 0..<14, using: &random) {
    case 0: settings.name = word; return ["name"]
    case 1: settings.retries += 1; return ["retries", "<integer>3"]
    case 2: settings.ratio += 0.5; return ["ratio", "0.40"]
    case 3: settings.isEnabled.toggle(); return ["isEnabled", "true", "false", "YES"]
    case 4: settings.note = settings.note == nil ? word : nil; return ["note", "keep"]
    case 5: settings.server.host = word; return ["host"]
    case 6: settings.server.maxPorts += 1; return ["orts", "10"]
    case 7: settings.server.tags.append(word); return ["tags", "<string>c", "</array>"]
    case 8:
      guard settings.rules.count > 1 else { return [] }
      let removed = settings.rules.remove(
        at: Int.random(in: 0..<settings.rules.count, using: &random))
      return [
        "rule", removed.id, removed.action, "own", "limit", "one", "two", "deep", "{", "}", "dict",
        "action", "id", "",
      ]
    case 9:
      settings.rules.append(Rule(id: word, action: "new", limit: nil))
      return ["}", "]", "dict", "array"]
    case 10:
      guard !settings.rules.isEmpty else { return [] }
      settings.rules[Int.random(in: 0..<settings.rules.count, using: &random)].action = word
      return ["action", "allow", "deny", "log"]
    case 11:
      guard !settings.rules.isEmpty else { return [] }
      let index = Int.random(in: 0..<settings.rules.count, using: &random)
      settings.rules[index].limit = settings.rules[index].limit == nil ? 1 : nil
      return ["limit", "id", "r1", "r2", "r3", "5", "7"]
    case 12: settings.env[word] = "x"; return ["HOME", "/root", "env"]
    default: settings.env["PATH"] = word; return ["PATH", "/bin"]
    }
  }

  private func withFile<R>(_ name: String, _ text: String, _ body: (String) throws -> R) throws -> R
  {
    let folder = try Scratch()
    let path = "\(folder.path)/\(name)"
    try write(text, to: path)
    return try withExtendedLifetime(folder) { try body(path) }
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func text(at path: String) throws -> String {
    String(decoding: try FileSource(path).readToEnd(), as: UTF8.self)
  }

  @Test(arguments: SettingsTexts.files.indices, 0..<250 as Range<UInt64>)
  func changesOnlyWhatHasChanged(index: Int, seed: UInt64) throws {
    let (name, old) = SettingsTexts.files[index]
    var random = SeededGenerator(seed: seed)
    try withFile(name, old) { path in
      var file = try open(path)
      let before = file.value
      var words: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        words += Self.change(&file.value, &random)
      }
      #expect(try file.save() == (file.value != before))
      let new = try text(at: path)
      let story = "\(words)\n\(new)"
      #expect(try open(path).value == file.value, "\(story)")
      // What the program does not know is still there.
      #expect(new.contains("unknown_top") && new.contains("mystery"), "\(story)")
      let marks = ["r1": "x", "r2": "y", "r3": "deep"]
      for rule in file.value.rules {
        if let mark = marks[rule.id] { #expect(new.contains(mark), "\(rule.id) \(story)") }
      }
      // Lines that have nothing to do with the changes are there in the same order.
      var rest = new.split(separator: "\n", omittingEmptySubsequences: false)[...]
      for line in old.split(separator: "\n", omittingEmptySubsequences: false)
      where !words.contains(where: { line.contains($0) || $0.isEmpty }) {
        guard let place = rest.firstIndex(of: line) else {
          Issue.record("the line \(line) is not in \(story)")
          break
        }
        rest = rest[(place + 1)...]
      }
      // A second save has nothing to do.
      #expect(try file.save() == false)
      #expect(try text(at: path) == new)
      // And what was changed back is as it was, but for what was removed and is new.
      if name == "app.toml", words.allSatisfy({ ["retries", "<integer>3", "name"].contains($0) }) {
        file.value = before
        try file.save()
        #expect(
          try text(at: path)
            == old)
      }
    }
  }

  /// Changes of one scalar each, with the texts that it has had and may have in the files.
  private static let scalars:
    [(old: [String], new: [String], change: @Sendable (inout Settings) -> Void)] = [
      (["app"], ["renamed"], { $0.name = "renamed" }),
      (["3", "0x3"], ["4", "0x4"], { $0.retries = 4 }),
      (["0.40", ".40"], ["0.75", ".75"], { $0.ratio = 0.75 }),
      (["true", "YES"], ["false", "NO"], { $0.isEnabled = false }),
      (["keep"], ["other: #"], { $0.note = "other: #" }),
      (["localhost"], ["example.org"], { $0.server.host = "example.org" }),
      (["10"], ["11"], { $0.server.maxPorts = 11 }),
      (["allow"], ["block"], { $0.rules[0].action = "block" }),
      (["5"], ["6"], { $0.rules[1].limit = 6 }),
      (["r3"], ["r9"], { $0.rules[2].id = "r9" }),
      (["/bin"], ["/usr"], { $0.env["PATH"] = "/usr" }),
    ]

  @Test(arguments: SettingsTexts.files.indices, scalars.indices)
  func changesOnlyTheBytesOfAScalar(index: Int, scalar: Int) throws {
    let (name, old) = SettingsTexts.files[index]
    let (oldTexts, newTexts, change) = Self.scalars[scalar]
    try withFile(name, old) { path in
      var file = try open(path)
      change(&file.value)
      try file.save()
      let new = try text(at: path)
      #expect(try open(path).value == file.value)
      let (before, after) = (Array(old.utf8), Array(new.utf8))
      let start = zip(before, after).prefix { $0 == $1 }.count
      let end = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }
        .count
      // What differs is inside of the old text and of the new one, with quotes if need be.
      let removed = String(decoding: before[start..<before.count - end], as: UTF8.self)
      let added = String(decoding: after[start..<after.count - end], as: UTF8.self)
      #expect(oldTexts.contains { $0.contains(removed) }, "\(removed) by \(added) in \(name)")
      #expect(
        newTexts.contains { text in
          [text, "\"\(text)\"", "'\(text)'"].contains { $0.contains(added) }
        }, "\(removed) by \(added) in \(name)")
    }
  }

  /// Elements that were moved keep what the program does not know, and their comments.
  @Test(arguments: SettingsTexts.files.indices, 0..<20 as Range<UInt64>)
  func movesElementsWithAllTheyHave(index: Int, seed: UInt64) throws {
    let (name, old) = SettingsTexts.files[index]
    var random = SeededGenerator(seed: seed)
    try withFile(name, old) { path in
      var file = try open(path)
      file.value.rules.shuffle(using: &random)
      if seed.isMultiple(of: 2) { file.value.rules[1].limit = 99 }
      try file.save()
      let new = try text(at: path)
      #expect(try open(path).value == file.value, "\(new)")
      for word in ["unknown in r1", "deep", "first rule", "third rule", "two", "one"] {
        #expect(
          new.split(separator: word, omittingEmptySubsequences: false).count
            == old.split(separator: word, omittingEmptySubsequences: false).count,
          "\(word) in\n\(new)")
      }
      #expect(try file.save() == false)
    }
  }

  private func open(_ path: String) throws -> SettingsFile<Settings> {
    let suffix = path.split(separator: ".").last.map(String.init) ?? ""
    let names = ["plist": "xml1", "openstep": "openstep"]
    let named = try names[suffix].map { try FormatRegistry.standard.format(named: $0) }
    var decoder = FormatDecoder(
      try named ?? #require(FormatRegistry.standard.format(forFileNamed: path)))
    if path.hasSuffix(".yaml") { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    return try SettingsFile(path, readBy: decoder, writtenBy: FormatEncoder(decoder.format))
  }

  // MARK: Files

  struct Small: Codable, Equatable {
    var size = 1
    var color: String? = "red"
  }

  @Test func writesAFileThatDoesNotExist() throws {
    let folder = try Scratch()
    let path = "\(folder.path)/new.toml"
    var file = try SettingsFile<Small>(path, default: Small())
    #expect(try file.save())
    #expect(try text(at: path) == "size = 1\ncolor = \"red\"\n")
    // A missing color is the default's, and TOML has no null.
    file.value.color = nil
    #expect(throws: DecantError.self) { try file.save() }
    var strict = try SettingsFile<Small>(path)
    strict.value.color = nil
    try strict.save()
    #expect(try text(at: path) == "size = 1\n")
    #expect(throws: DecantError.self) { try SettingsFile<Small>("\(folder.path)/none.toml") }
    #expect(throws: DecantError.self) {
      try SettingsFile<Small>("\(folder.path)/none.what", default: Small())
    }
  }

  @Test func noticesAnotherWriter() throws {
    try withFile("a.yaml", "size: 2 # c\n") { path in
      var file = try SettingsFile<Small>(path)
      file.value.size = 3
      try write("size: 9 # c\n", to: path)
      let error = #expect(throws: DecantError.self) { try file.save() }
      #expect(error?.problem.specific(SettingsProblem.self) == .changed)
      #expect(try text(at: path) == "size: 9 # c\n")
      try file.reload()
      #expect(file.value.size == 9)
      file.value.size = 4
      try file.save()
      #expect(try text(at: path) == "size: 4 # c\n")
    }
  }

  @Test func removesUnknownKeysOnRequest() throws {
    try withFile("a.yaml", "# c\nsize: 2\nother: 3 # o\ncolor: red # r\n") { path in
      var file = try SettingsFile<Small>(path)
      file.unknownKeys = .remove
      #expect(try file.save())
      #expect(try text(at: path) == "# c\nsize: 2\ncolor: red # r\n")
    }
  }

  @Test func savesInOneCall() throws {
    try withFile("a.json", "{\n\t\"size\" : 2,\n\t\"own\" : []\n}") { path in
      let decoder = FormatDecoder(.json)
      try FormatEncoder(.json).save(Small(size: 5), to: path, readBy: decoder)
      #expect(try text(at: path) == "{\n\t\"size\" : 5,\n\t\"color\" : \"red\",\n\t\"own\" : []\n}")
    }
  }

  /// A binary file is written anew.
  @Test func savesFormatsWithoutLayout() throws {
    let folder = try Scratch()
    let path = "\(folder.path)/a.cbor"
    let bytes = try (["size": 2, "own": [1]] as Value).encoded(as: .cbor)
    try Data(bytes).write(to: URL(filePath: path))
    var settings = try SettingsFile<Small>(path)
    settings.value.size = 3
    try settings.save()
    let result = try FileSource(path).readToEnd()
    let found = try Value(parsing: result, as: .cbor)
    #expect(found == ["size": 3, "own": [1]])
  }
}
