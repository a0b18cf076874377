import Decant
import DecantTestSupport
import Foundation
import Testing

/// Settings whose texts lack keys, have values that do not fit, or are changed by another program meanwhile.
@Suite struct SettingsDefaultTests {
  enum Theme: String, Codable, CaseIterable { case light, dark }

  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case square(side: Double, isRounded: Bool)
  }

  struct Server: Codable, Equatable {
    var host = "localhost"
    var port: UInt16 = 80
    var tags = ["a"]
  }

  struct Settings: Codable, Equatable {
    var theme = Theme.dark
    var retries = 3
    var color: String? = "red"
    var note: String?
    var timeout: Double? = 2.5
    var server = Server()
    var shape = Shape.circle(radius: 1)
    var ports = [1, 2]
    var servers = [Server()]
    var env = ["A": "1"]
    var limits: [String: Int8] = [:]
  }

  static func random(_ random: inout SeededGenerator) -> Settings {
    func word() -> String { "w\(Int.random(in: 0..<50, using: &random))" }
    func list<T>(_ make: () -> T) -> [T] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in make() }
    }
    func server() -> Server {
      Server(host: word(), port: UInt16.random(in: 0...9, using: &random), tags: list(word))
    }
    var settings = Settings()
    settings.theme = Bool.random(using: &random) ? .light : .dark
    settings.retries = Int.random(in: 0...9, using: &random)
    settings.color = Bool.random(using: &random) ? word() : nil
    settings.note = Bool.random(using: &random) ? word() : nil
    settings.timeout = Bool.random(using: &random) ? 0.5 : nil
    settings.server = server()
    settings.shape =
      Bool.random(using: &random)
      ? .circle(radius: 2) : .square(side: 3, isRounded: Bool.random(using: &random))
    settings.ports = list { Int.random(in: 0...9, using: &random) }
    settings.servers = list(server)
    settings.env = Dictionary(list { (word(), word()) }) { $1 }
    settings.limits = Dictionary(list { (word(), Int8.random(in: 0...9, using: &random)) }) { $1 }
    return settings
  }

  private func withFile<R>(_ name: String, _ text: String?, _ body: (String) throws -> R) throws
    -> R
  {
    let folder = try Scratch()
    let path = "\(folder.path)/\(name)"
    try text?.write(toFile: path, atomically: true, encoding: .utf8)
    return try withExtendedLifetime(folder) { try body(path) }
  }

  private func text(at path: String) throws -> String {
    String(decoding: try FileSource(path).readToEnd(), as: UTF8.self)
  }

  // MARK: What does not fit

  @Test func reportsWhatDoesNotFitAndKeepsIt() throws {
    let text = """
      # settings
      retries: 4
      theme: drak   # a typing error
      server: {host: example.org, port: 70000}
      ports: [1, two, 3]
      colour: blue
      env: {A: 1, B: "2"}

      """
    try withFile("app.yaml", text) { path in
      var file = try SettingsFile(path, default: Settings())
      #expect(
        file.problems.map { $0.description.replacing(path, with: "app.yaml") } == [
          "app.yaml:3:8: 'drak' is not a Theme (light, dark); the default is used at /theme",
          "app.yaml:4:35: 70000 does not fit in UInt16; the default is used at /server/port",
          "app.yaml:5:12: expected Int but found a string; it is left out at /ports/1",
          "app.yaml:7:10: expected String but found a number; it is left out at /env/A",
          "app.yaml:6:9: the key 'colour' is not known at /colour",
        ])
      #expect(file.problems.last?.hint == "did you mean 'color'?")
      var expected = Settings(retries: 4, ports: [1, 3], env: ["B": "2"])
      expected.server.host = "example.org"
      #expect(file.value == expected)
      #expect(try file.save() == false)
      #expect(try self.text(at: path) == text)
      file.value.retries = 5
      file.value.ports.append(4)
      file.value.env["C"] = "3"
      #expect(try file.save())
      #expect(
        try self.text(at: path)
          == text.replacing("retries: 4", with: "retries: 5")
          .replacing("two, 3]", with: "two, 3, 4]").replacing("\"2\"}", with: "\"2\", C: \"3\"}"))
      file.value.theme = .light
      file.value.server.port = 8080
      try file.save()
      #expect(try self.text(at: path).contains("theme: light   # a typing error\n"))
      #expect(try self.text(at: path).contains("port: 8080}"))
      #expect(file.problems.count == 3)
    }
  }

  /// The paths of all scalars and collections of a value but the root.
  private static func paths(of value: Value, _ pointer: [String] = []) -> [[String]] {
    let children: [(String, Value)] =
      switch value {
      case .mapping(let mapping): mapping.map { ("\($0.key.string ?? "")", $0.value) }
      case .sequence(let elements): elements.enumerated().map { ("\($0.offset)", $0.element) }
      default: []
      }
    return (pointer.isEmpty ? [] : [pointer])
      + children.flatMap { paths(of: $0.1, pointer + [$0.0]) }
  }

  /// What the value is without what is damaged at a path: the innermost element of a list or dictionary that contains it is
  /// left out, an enumeration has its default, and so has a property.
  private static func expected(
    _ value: Value, damagedAt path: [String], default initial: Value
  ) -> Value {
    let collections = ["ports", "servers", "tags", "env", "limits"]
    var value = value
    if let outer = path.dropLast().lastIndex(where: collections.contains), outer + 1 < path.count {
      let list = DocumentPointer(tokens: path[...outer])
      if case .sequence(var elements)? = value[list], let index = Int(path[outer + 1]) {
        elements.remove(at: index)
        value[list] = .sequence(elements)
      } else {
        value[DocumentPointer(tokens: path[...(outer + 1)])] = nil
      }
      return value
    }
    if ["env", "limits"].contains(path.last) {
      // The damage is a dictionary with one element, which does not fit.
      value[DocumentPointer(tokens: path)] = .mapping([:])
      return value
    }
    let property = DocumentPointer(tokens: path[0] == "shape" ? ["shape"] : path)
    value[property] = initial[property]
    return value
  }

  @Test(arguments: ["json", "yaml", "toml", "json5"], 0..<60 as Range<UInt64>)
  func theRestIsDecodedAndTheDamageStays(name: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let format = try FormatRegistry.standard.format(named: name)
    let (initial, value) = (Self.random(&random), Self.random(&random))
    let whole = try Value(encoding: value)
    let path = try #require(Self.paths(of: whole).randomElement(using: &random))
    var damaged = whole
    damaged[DocumentPointer(tokens: path)] = ["damaged": [1.5]]
    // TOML has no lists of tables and of what is none at once.
    guard let text = try? format.encode(damaged) else { return }
    var settings = try SettingsText(text, as: format, default: initial)
    let plain = try Value(encoding: initial)
    var wanted = Self.expected(whole, damagedAt: path, default: plain)
    // A key that the text lacks has the default.
    for key in ["color", "note", "timeout"] where wanted[key] == nil { wanted[key] = plain[key] }
    #expect(try Value(encoding: settings.value) == wanted, "\(path)")
    #expect(settings.problems.count == 1, "\(path) \(settings.problems)")
    #expect(try settings.bytes() == text)
    guard path[0] != "retries" else { return }
    settings.value.retries += 1
    // An edit refuses a number in an array of tables.
    if name != "toml" || path[0] != "ports" { settings.value.ports.append(100) }
    damaged["retries"] = try Value(encoding: settings.value.retries)
    guard path != ["ports"] else { return }
    let found = try Value(parsing: settings.bytes(), as: format)
    #expect(found["retries"] == damaged["retries"])
    #expect(
      found[DocumentPointer(tokens: path)] == damaged[DocumentPointer(tokens: path)], "\(path)")
  }

  // MARK: What is saved

  @Test(arguments: ["json", "yaml", "json5"], 0..<60 as Range<UInt64>)
  func whatIsSavedIsWhatIsRead(name: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let initial = Self.random(&random)
    try withFile("app.\(name)", nil) { path in
      var file = try SettingsFile(path, default: initial)
      for _ in 0..<4 {
        file.value = Self.random(&random)
        try file.save()
        let found = try SettingsFile(path, default: initial)
        let written = try text(at: path)
        #expect(found.value == file.value && found.problems.isEmpty, "\(written)")
      }
    }
  }

  @Test func aDefaultIsSavedAsNullWhereTheFormatHasIt() throws {
    try withFile("app.yaml", "color: blue # c\n") { path in
      var file = try SettingsFile(path, default: Settings())
      file.value.color = nil
      file.value.timeout = nil
      try file.save()
      #expect(try text(at: path) == "color: null # c\ntimeout: null\n")
    }
    try withFile("app.toml", "color = 'blue'\n") { path in
      var file = try SettingsFile(path, default: Settings())
      file.value.color = nil
      let error = #expect(throws: DecantError.self) { try file.save() }
      #expect(error?.path?.description == "/color")
      #expect(try text(at: path) == "color = 'blue'\n")
    }
  }

  @Test func anUnreadableFileIsKept() throws {
    try withFile("app.json", "{\"retries\": 4") { path in
      #expect(throws: (any Error).self) { try SettingsFile(path, default: Settings()) }
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      var file = try SettingsFile(path, default: Settings(), unreadable: .startAnew)
      #expect(file.value == Settings())
      #expect(file.problems.map(\.description).first?.contains("app.json:1:") == true)
      file.value.retries = 9
      #expect(try file.save())
      #expect(try text(at: path + ".unreadable") == "{\"retries\": 4")
      for path in [path, path + ".unreadable"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
      #expect(try SettingsFile(path, default: Settings()).value.retries == 9)
    }
  }

  // MARK: Two writers

  @Test(arguments: 0..<80 as Range<UInt64>)
  func noChangeOfTwoWritersIsLost(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (initial, start) = (Settings(), Self.random(&random))
    let changes: [(inout Settings, String) -> Void] = [
      { $0.server.host = $1 }, { $0.color = $1 }, { $0.note = $1 }, { $0.env[$1] = $1 },
      { $0.retries = 10 + Int($1.utf8.last ?? 0) }, { $0.limits[$1] = 1 },
      { $0.server.tags.append($1) },
    ]
    let (first, second) = (
      Int.random(in: 0..<changes.count, using: &random),
      Int.random(in: 0..<changes.count, using: &random)
    )
    try withFile("app.yaml", nil) { path in
      var file = try SettingsFile(path, default: initial)
      file.value = start
      try file.save()
      var other = try SettingsFile(path, default: initial)
      changes[first](&file.value, "ours-1")
      changes[second](&other.value, "theirs-2")
      try other.save()
      #expect(throws: DecantError.self) { try file.save() }
      var strict = file
      do {
        try strict.save(overChanges: .mergeWithoutConflict)
        var both = start
        changes[second](&both, "theirs-2")
        changes[first](&both, "ours-1")
        let isList = first == 6 && second == 6
        #expect(first != second || [3, 5, 6].contains(first))
        #expect(strict.value == both || isList, "\(first) \(second)")
        #expect(try SettingsFile(path, default: initial).value == strict.value)
      } catch let error as DecantError {
        guard case .conflicts? = error.problem.specific(SettingsProblem.self) else { throw error }
        #expect(first == second)
        try file.save(overChanges: .merge)
        var ours = start
        changes[first](&ours, "ours-1")
        #expect(try SettingsFile(path, default: initial).value.server.host == ours.server.host)
      }
    }
  }
}
