import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// What `diff` prints about the order of elements is a way from the old list to the new one.
@Suite struct DiffOrderTests {
  struct Element: Equatable {
    var name: String
    var value: Int
  }

  /// A way to write a list, whose elements are the same if their names are.
  enum Form: String, CaseIterable {
    case list, numbers, rows, records, documents, objects

    var words: [String] {
      switch self {
      case .list, .records, .documents: ["--key", "name"]
      case .rows: ["--key", "name", "-f", "csv"]
      case .numbers, .objects: []
      }
    }

    func text(of elements: [Element]) -> String {
      switch self {
      case .list: "{\"l\": [" + elements.map(json).joined(separator: ", ") + "]}"
      case .numbers: "{\"l\": [" + elements.map(\.name).joined(separator: ", ") + "]}"
      case .rows: elements.reduce("name,value\n") { $0 + "n\($1.name),\($1.value)\n" }
      case .records: elements.map { json($0) + "\n" }.joined()
      case .documents: elements.map { "--- \(json($0))\n" }.joined()
      case .objects:
        elements.map {
          "---\nkind: A\nmetadata: {name: n\($0.name), namespace: x}\nvalue: \($0.value)\n"
        }.joined()
      }
    }

    private func json(_ element: Element) -> String {
      "{\"name\": \"n\(element.name)\", \"value\": \(element.value)}"
    }
  }

  /// What the lines say, in indices of the old and of the new list.
  private struct Lines {
    var removed: [Int] = []
    var added: [(index: Int, name: String)] = []
    var moved: [(old: Int, new: Int)] = []
    var passed: [(index: Int, other: Int)] = []
    var values: [(index: Int, value: Int)] = []

    init(_ text: String) throws {
      for line in text.split(separator: "\n") {
        let words = line.replacing("document ", with: "#").split(separator: " ")
        switch (words[0], words.count) {
        case ("-", 3): removed.append(try Self.index(words[1]))
        case ("+", 3): added.append((try Self.index(words[1]), try Self.name(words[2])))
        case ("~", 5) where words[1] == "moved" && words[3] == "->":
          moved.append((try Self.index(words[2]), try Self.index(words[4])))
        case ("~", 5) where words[1] == "moved" && words[3] == "past":
          passed.append((try Self.index(words[2]), try Self.index(words[4])))
        case ("~", 5...6) where words[words.count - 4].hasSuffix("/value:"):
          let value = words[words.count - 1].filter(\.isNumber)
          values.append((try Self.index(words[1]), try #require(Int(value))))
        default: Issue.record("\(line)")
        }
      }
    }

    private static func index(_ word: Substring) throws -> Int {
      if word.hasPrefix("#") { return try #require(Int(word.dropFirst())) - 1 }
      let number = word.dropFirst("/l/".count).prefix(while: \.isNumber)
      return try #require(word.hasPrefix("/l/") ? Int(number) : nil)
    }

    private static func name(_ text: Substring) throws -> String {
      let found = text.firstMatch(of: /"n(\d+)"/)?.1 ?? text
      return String(found)
    }
  }

  /// Returns the names in the order of the new list, as the lines have it.
  private func order(of old: [Element], after lines: Lines) throws -> [String] {
    let moved = lines.moved + lines.passed.map { ($0.index, $0.index) }
    var names = [String?](
      repeating: nil, count: old.count - lines.removed.count + lines.added.count)
    for (index, name) in lines.added { names[index] = name }
    for (from, to) in moved { names[to] = old[from].name }
    let gone = Set(lines.removed + moved.map(\.0))
    var rest = old.indices.filter { !gone.contains($0) }.map { old[$0].name }[...]
    for index in names.indices where names[index] == nil { names[index] = rest.popFirst() }
    #expect(rest.isEmpty)
    return names.compactMap { $0 }
  }

  /// Expects that each move is one: the element is now on the other side of one that no line is about.
  private func expectMoves(_ lines: Lines, from old: [String], to new: [String]) throws {
    let moved = lines.moved + lines.passed.map { ($0.index, $0.index) }
    #expect(lines.moved.allSatisfy { $0.old != $0.new })
    let names = Set(moved.map { old[$0.0] })
    let kept = new.filter { old.contains($0) && !names.contains($0) }
    func areInverted(_ first: String, _ second: String) throws -> Bool {
      let olds = try (#require(old.firstIndex(of: first)), #require(old.firstIndex(of: second)))
      let news = try (#require(new.firstIndex(of: first)), #require(new.firstIndex(of: second)))
      return (olds.0 < olds.1) != (news.0 < news.1)
    }
    for name in names { #expect(try kept.contains { try areInverted(name, $0) }) }
    for (index, other) in lines.passed {
      #expect(try kept.contains(new[other]) && areInverted(new[index], new[other]))
    }
  }

  private func compare(_ old: [Element], _ new: [Element], _ form: Form) throws {
    let scratch = try Scratch()
    try scratch.write(form.text(of: old), to: "old")
    let words = ["diff"] + form.words + [scratch.path + "/old", "-"]
    let outcome = decant(words: words, input: form.text(of: new))
    #expect(outcome.status == (old == new ? 0 : 1) && outcome.errors.isEmpty)
    let lines = try Lines(outcome.output)
    let (olds, news) = (old.map(\.name), new.map(\.name))
    let comment = Comment(rawValue: "\(form) \(old)\n\(new)\n\(outcome)")
    #expect(try order(of: old, after: lines) == news, comment)
    try expectMoves(lines, from: olds, to: news)
    // There are no more lines than there were edits, each of which is about the right element.
    #expect(Set(lines.removed.map { olds[$0] }) == Set(olds).subtracting(news), comment)
    #expect(Set(lines.added.map(\.name)) == Set(news).subtracting(olds), comment)
    let values = Dictionary(uniqueKeysWithValues: old.map { ($0.name, $0.value) })
    let changed = new.indices.filter {
      form != .numbers && values[news[$0]].map { [value = new[$0].value] in $0 != value } ?? false
    }
    #expect(lines.values.map(\.index) == changed, comment)
    #expect(lines.values.allSatisfy { new[$0.index].value == $0.value }, comment)
    let common = news.compactMap { olds.firstIndex(of: $0) }
    #expect(
      lines.moved.count + lines.passed.count == common.count - longestAscent(of: common), comment)
  }

  /// The length of the longest ascending subsequence, by its definition.
  private func longestAscent(of numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      lengths.append(
        1 + (zip(numbers[..<index], lengths).filter { $0.0 < number }.map(\.1).max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  @Test(arguments: Form.allCases.filter { $0 != .numbers }) func leadsFromTheOldListToTheNewOne(
    _ form: Form
  ) throws {
    for seed in Thoroughness.cases(of: 0..<400) {
      var random = SeededGenerator(seed: UInt64(seed))
      var names = (10..<40).map(String.init).shuffled(using: &random)
      func make() -> Element {
        Element(name: names.removeLast(), value: .random(in: 100..<1000, using: &random))
      }
      let old = (0..<Int.random(in: 2...10, using: &random)).map { _ in make() }
      var new = old
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: new.insert(make(), at: place)
        case 1 where place < new.count && new.count > 2: new.remove(at: place)
        case 2 where place < new.count: new[place].value += 1000
        case 3: new.shuffle(using: &random)
        default:
          let element = new.removeLast()
          new.insert(element, at: min(place, new.count))
        }
      }
      try compare(old, new, form)
    }
  }

  /// All orders of five elements, of which many are in the same place after a move.
  @Test(arguments: [Form.numbers, .records]) func knowsMoves(_ form: Form) throws {
    let old = (0..<5).map { Element(name: "1\($0)", value: 100 + 7 * $0) }
    var orders: [[Int]] = [[]]
    for number in 0..<5 {
      orders = orders.flatMap { order in
        (0...order.count).map { Array(order[..<$0]) + [number] + Array(order[$0...]) }
      }
    }
    #expect(orders.count == 120)
    for order in orders { try compare(old, order.map { old[$0] }, form) }
  }
}
