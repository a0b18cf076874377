import Decant
import DecantTestSupport
import Foundation
import Testing

/// What is decoded beside a default: superclasses, dictionaries, strategies, and texts with very much that does not fit.
@Suite struct SettingsSurvivalTests {
  enum Theme: String, Codable, CaseIterable, CodingKeyRepresentable { case light, dark }

  // MARK: Superclasses

  class Window: Codable {
    var title = "untitled"
    var width = 640
  }

  final class Editor: Window {
    var tabs = 4
    var theme = Theme.dark

    enum CodingKeys: CodingKey { case tabs, theme }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tabs = try container.decode(Int.self, forKey: .tabs)
      theme = try container.decode(Theme.self, forKey: .theme)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tabs, forKey: .tabs)
      try container.encode(theme, forKey: .theme)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func keysOfASuperclassHaveDefaults() throws {
    func decoded(_ text: String) throws -> (Editor, [String]) {
      var problems: [DecantError] = []
      let editor = try FormatDecoder(.yaml).decode(
        default: Editor(), from: text.utf8, problems: &problems)
      return (editor, problems.map(\.description))
    }
    let (inner, problems) = try decoded("tabs: 8\nsuper: {title: x, width: wide, hight: 1}\n")
    #expect(inner.tabs == 8 && inner.theme == .dark && inner.title == "x" && inner.width == 640)
    #expect(
      problems == [
        "2:26: expected Int but found a string; the default is used at /super/width",
        "2:39: the key 'hight' is not known at /super/hight",
      ])
    let (plain, none) = try decoded("theme: light\n")
    #expect(plain.title == "untitled" && plain.theme == .light && none.isEmpty)
    let (unfit, one) = try decoded("super: 5\n")
    #expect(unfit.title == "untitled" && unfit.tabs == 4 && one.count == 1)
  }

  // MARK: Dictionaries

  struct Tables: Codable, Equatable {
    var ports: [Int: UInt8] = [1: 1]
    var colors: [Theme: String] = [.dark: "black"]
  }

  @Test(arguments: ["yaml", "json", "toml"]) func dictionariesOfAnyKeysLeaveOutWhatDoesNotFit(
    name: String
  ) throws {
    let format = try FormatRegistry.standard.format(named: name)
    let whole: Value = [
      "ports": ["80": 7, "x": 8, "443": 999], "colors": ["dark": 5, "pink": "#F0F", "light": "w"],
    ]
    let text = try format.encode(whole)
    var settings = try SettingsText(text, as: format, default: Tables())
    #expect(settings.value == Tables(ports: [80: 7], colors: [.light: "w"]))
    #expect(
      Set(settings.problems.map { "\($0.message) \($0.path?.description ?? "")" }) == [
        "the key 'x' is not of type Int; it is left out /ports/x",
        "999 does not fit in UInt8; it is left out /ports/443",
        "expected String but found a number; it is left out /colors/dark",
        "'pink' is not a Theme (light, dark); it is left out /colors/pink",
      ])
    #expect(try settings.bytes() == text)
    settings.value.ports[81] = 9
    settings.value.colors[.light] = "white"
    var changed = whole
    changed["ports"]?["81"] = 9
    changed["colors"]?["light"] = "white"
    #expect(try Value(parsing: settings.bytes(), as: format) == changed)
  }

  enum Many: Int, Codable, CaseIterable { case a, b, c, d, e, f, g, h, i, j }

  @Test func aLongListOfCasesEndsWithAnEllipsis() throws {
    var problems: [DecantError] = []
    _ = try FormatDecoder(.json).decode(
      default: ["x": Many.a], from: Data("{\"x\": 77}".utf8), problems: &problems)
    #expect(
      problems.first?.message == "'77' is not a Many (0, 1, 2, 3, 4, 5, 6, 7, …); it is left out")
  }

  // MARK: Types with several forms

  /// A value that may be one of two types, or nested in a key, which it finds out by trying.
  struct Ports: Codable, Equatable {
    var list: [Int]
    init(_ list: [Int]) { self.list = list }

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.singleValueContainer(),
        let list = try? container.decode([Int].self)
      {
        self.list = list
      } else if let container = try? decoder.container(keyedBy: EventKey.self),
        let list = try? container.decode([Int].self, forKey: EventKey("ports"))
      {
        self.list = list
      } else {
        list = [try decoder.singleValueContainer().decode(Int.self)]
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if list.count == 1 { try container.encode(list[0]) } else { try container.encode(list) }
    }
  }

  struct Service: Codable, Equatable {
    var ports = Ports([80, 81])
    var target: String? = "a"
    var retries = 1

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      ports = try container.decode(Ports.self, forKey: .ports)
      retries = try container.decode(Int.self, forKey: .retries)
      // A number, or else a text.
      if let number = try? container.decode(Int.self, forKey: .target) {
        target = "\(number)"
      } else {
        target = try container.decodeIfPresent(String.self, forKey: .target)
      }
    }
  }

  /// A form that does not fit is not a problem if another one does, also beside problems.
  @Test(
    arguments: [
      ("ports: 90", [90], []), ("ports: [90]", [90], []), ("ports: {ports: [7, 8]}", [7, 8], []),
      ("ports: [1, x, 3]", [1, 3], ["/ports/1"]), ("ports: x", [80, 81], ["/ports"]),
    ] as [(String, [Int], [String])], ["", "retries: many\n"])
  func formsAreTried(form: (text: String, ports: [Int], problems: [String]), more: String) throws {
    let target = more.isEmpty ? "7" : "x"
    let text = "\(form.text)\ntarget: \(target)\n\(more)"
    var problems: [DecantError] = []
    let service = try FormatDecoder(.yaml).decode(
      default: Service(), from: text.utf8, problems: &problems)
    #expect(service.ports == Ports(form.ports) && service.target == target && service.retries == 1)
    #expect(
      problems.compactMap { $0.path?.description }.sorted()
        == form.problems + (more.isEmpty ? [] : ["/retries"]))
    let same = try SettingsText(text.utf8, as: .yaml, default: Service()).bytes()
    #expect(same == Array(text.utf8))
  }

  // MARK: Strategies

  struct Dated: Codable, Equatable {
    var maxSize = 1
    var changedAt = Date(timeIntervalSince1970: 0)
    var ratio = Double.infinity
  }

  @Test func strategiesAreThoseOfTheTextOnly() throws {
    var decoder = FormatDecoder(.json)
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.nonConformingFloatDecodingStrategy = .throw
    for strategy in [
      DecodingOptions.KeyDecodingStrategy.style(.kebab), .convertFromSnakeCase,
      .custom { EventKey(String($0.last!.stringValue.reversed())) },
    ] {
      decoder.keyDecodingStrategy = strategy
      #expect(try decoder.decode(default: Dated(), from: "{}".utf8) == Dated())
    }
    decoder.keyDecodingStrategy = .style(.kebab)
    let text = "{\"max-size\": 5, \"changed-at\": 60, \"ratio\": 1}"
    #expect(
      try decoder.decode(default: Dated(), from: text.utf8)
        == Dated(maxSize: 5, changedAt: Date(timeIntervalSince1970: 60), ratio: 1))
  }

  private struct EventKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  // MARK: Places

  struct Placed: Codable {
    var line: Int?
    init() {}
    init(from decoder: any Decoder) throws { line = decoder.placeInInput?.line }
    func encode(to encoder: any Encoder) throws {}
  }

  @Test func aTypeKnowsWhereItsValueIs() throws {
    let placed = try FormatDecoder(.yaml).decode(
      default: ["a": Placed()], from: "# one\na:\n  b: 1\n".utf8)
    #expect(placed["a"]?.line == 3)
  }

  // MARK: Very much that does not fit

  /// The time for each report is in proportion to the text, so their number has a limit.
  @Test func aTextThatHardlyFitsIsAnError() throws {
    struct Numbers: Codable { var numbers = [1] }
    func decode(_ text: String) throws -> Int {
      var problems: [DecantError] = []
      _ = try FormatDecoder(.json).decode(
        default: Numbers(), from: text.utf8, problems: &problems)
      return problems.count
    }
    let unfit = {
      "{\"numbers\": [\(Array(repeating: "\"x\"", count: $0).joined(separator: ","))]}"
    }
    #expect(try decode(unfit(1000)) == 1000)
    let error = #expect(throws: DecodingError.self) { try decode(unfit(200_000)) }
    #expect(error?.decant.path?.description == "/numbers/1000")
    let unknown = (0..<50_000).map { "\"k\($0)\": 0" }.joined(separator: ",\n")
    #expect(try decode("{\(unknown)}") == 1000)
  }

  // MARK: Texts without values

  @Test(arguments: [
    ("yaml", "# mine\n\n# and more\n"), ("yaml", "# mine"), ("toml", "# mine\n"), ("toml", ""),
  ])
  func aTextOfCommentsIsFilled(name: String, text: String) throws {
    let format = try FormatRegistry.standard.format(named: name)
    var settings = try SettingsText(text.utf8, as: format, default: Tables())
    #expect(settings.value == Tables() && settings.problems.isEmpty)
    #expect(try settings.bytes() == Array(text.utf8))
    settings.value.ports = [2: 3]
    let new = try String(decoding: settings.bytes(), as: UTF8.self)
    #expect(new.hasPrefix(text) && !new.contains("{"))
    #expect(try SettingsText(new.utf8, as: format, default: Tables()).value == settings.value)
  }

  // MARK: Two writers

  typealias Settings = SettingsDefaultTests.Settings

  /// The parts of settings that a writer changes, each without the others.
  private static let parts: [(name: String, copy: @Sendable (inout Settings, Settings) -> Void)] = [
    ("theme", { $0.theme = $1.theme }), ("retries", { $0.retries = $1.retries }),
    ("color", { $0.color = $1.color }), ("note", { $0.note = $1.note }),
    ("timeout", { $0.timeout = $1.timeout }), ("host", { $0.server.host = $1.server.host }),
    ("port", { $0.server.port = $1.server.port }), ("shape", { $0.shape = $1.shape }),
    ("ports", { $0.ports = $1.ports }), ("servers", { $0.servers = $1.servers }),
    ("env", { $0.env = $1.env }), ("limits", { $0.limits = $1.limits }),
  ]

  /// Each writer changes some parts; the program that saves last has the others from the file, and hears of those that both changed.
  @Test(arguments: ["json", "yaml", "json5", "toml"], 0..<60 as Range<UInt64>)
  func whatTwoWritersChangeIsInTheFile(name: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func settings() -> Settings {
      var settings = SettingsDefaultTests.random(&random)
      // TOML cannot say that a property is nil although it has a default.
      if name == "toml" { (settings.color, settings.note, settings.timeout) = ("c", "n", 1.5) }
      return settings
    }
    let start = settings()
    var (ours, theirs, both) = (start, start, start)
    var shared: Set<String> = []
    let (our, their) = (settings(), settings())
    for part in Self.parts {
      func with(_ other: Settings) -> Settings {
        var changed = start
        part.copy(&changed, other)
        return changed
      }
      let (isOurs, isTheirs) = (
        Int.random(in: 0..<3, using: &random) == 0, Int.random(in: 0..<3, using: &random) == 0
      )
      if isTheirs {
        part.copy(&theirs, their)
        part.copy(&both, their)
      }
      if isOurs {
        part.copy(&ours, our)
        if with(our) != start { part.copy(&both, our) }
      }
      if with(ours) != start, with(theirs) != start { shared.insert(part.name) }
    }
    let folder = try Scratch()
    let path = "\(folder.path)/app.\(name)"
    var file = try SettingsFile(path, default: start)
    file.value = start
    try file.save()
    var other = try SettingsFile(path, default: start)
    file.value = ours
    other.value = theirs
    try other.save()
    var strict = file
    // Of what both changed, lists and dictionaries may merge, and values may be equal.
    let mayMerge: Set = ["ports", "servers", "env", "limits"]
    do {
      try strict.save(overChanges: .mergeWithoutConflict)
      if shared.isEmpty { #expect(strict.value == both) }
    } catch let error as DecantError {
      guard case .conflicts? = error.problem.specific(SettingsProblem.self) else { throw error }
      #expect(!shared.isEmpty)
      #expect(try SettingsFile(path, default: start).value == theirs)
    }
    try file.save(overChanges: .merge)
    let saved = try SettingsFile(path, default: start).value
    #expect(saved == file.value)
    for part in Self.parts where !(mayMerge.contains(part.name) && shared.contains(part.name)) {
      var (found, wanted) = (start, start)
      part.copy(&found, saved)
      part.copy(&wanted, both)
      #expect(found == wanted, "\(part.name) \(shared)")
    }
  }

  /// Programs that save at the same time, of which the first ones create the file.
  @Test(arguments: ["yaml", "json"]) func noSaveIsLost(name: String) async throws {
    let folder = try Scratch()
    let path = "\(folder.path)/app.\(name)"
    let (writers, saves) = (4, 25)
    try await withThrowingTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          var file = try SettingsFile(path, default: Tables())
          for save in 0..<saves {
            file.value.ports[100 * (writer + 1) + save] = 1
            try file.save(overChanges: .merge)
          }
        }
      }
      try await group.waitForAll()
    }
    let ports = try SettingsFile(path, default: Tables()).value.ports
    #expect(ports.count == writers * saves + 1 && ports[1] == 1 && ports[424] == 1)
  }
}
