@testable import DecantConversion

package import Decant
package import DecantCore

/// Returns the events of `source` as a readable script, one document per line.
///
///     { "a": [ 1 -0.5 null ] }
///
/// Dates, data and UIDs are `date(…)`, `data(hex)` and `uid(5)`; annotations `&anchor`, `tag(…)`
/// and `*alias`; `!` precedes the colon of a duplicate key. Checks the grammar after the reader and
/// after each stage of `plan`. At most `limit` events travel at a time.
package func events(
  of source: String, as format: Format = .json, reading: ReadingOptions? = nil,
  through plan: Plan? = nil, atOnce limit: Int = .max
) throws(DecantError) -> String {
  try events(
    of: Array(source.utf8), as: format, reading: reading, through: plan, atOnce: limit)
}

package func events(
  of source: [UInt8], as format: Format = .json, reading: ReadingOptions? = nil,
  through plan: Plan? = nil, atOnce limit: Int = .max
) throws(DecantError) -> String {
  var script = EventScript()
  let chain = CheckedStageChain(plan)
  let options = reading ?? plan?.reading ?? ReadingOptions()
  var reader = try format.reader(options)
  var window = Window(MemorySource(source))
  try window.decodeUnicode()
  var grammar = EventGrammarChecker(.content)
  var batch = EventBatch()
  do {
    while try reader.read(from: &window, into: &batch) {
      try grammar.check(batch)
      try chain.pass(batch, atOnce: limit, into: &script)
      batch.removeAll()
    }
  } catch {
    throw error.located(in: window, named: nil)
  }
  try grammar.finish()
  try chain.finish(into: &script)
  return script.text
}

/// The stages of a plan, each followed by a grammar checker.
package final class CheckedStageChain {
  private final class Link {
    let stage: any EventStage
    var grammar = EventGrammarChecker(.content)
    var output = EventBatch()

    init(_ stage: any EventStage) {
      self.stage = stage
    }
  }

  private var links: [Link] = []

  package init(_ plan: Plan?) {
    guard let plan else { return }
    links = (plan.reading.makeStages(for: .json) + plan.makeStages()).map { Link($0) }
  }

  package func pass(
    _ batch: borrowing EventBatch, atOnce limit: Int, into script: inout EventScript
  ) throws(DecantError) {
    var start = 0
    while start < batch.count {
      let end = min(batch.count, start + min(limit, batch.count))
      var part = EventBatch()
      part.refer(to: batch)
      for index in start..<end { part.append(batch[index], of: batch) }
      try pass(part, from: 0, into: &script)
      start = end
    }
  }

  package func finish(into script: inout EventScript) throws(DecantError) {
    for (index, link) in links.enumerated() {
      link.output.removeAll()
      try link.stage.finish(into: &link.output)
      try link.grammar.check(link.output)
      try link.grammar.finish()
      try pass(link.output, from: index + 1, into: &script)
    }
  }

  private func pass(
    _ batch: borrowing EventBatch, from index: Int, into script: inout EventScript
  ) throws(DecantError) {
    guard index < links.count else {
      script.append(batch)
      return
    }
    let link = links[index]
    link.output.removeAll()
    link.output.refer(to: batch)
    var result = try link.stage.process(batch, into: &link.output)
    if result == .unchanged {
      try link.grammar.check(batch)
      return try pass(batch, from: index + 1, into: &script)
    }
    while true {
      try link.grammar.check(link.output)
      try pass(link.output, from: index + 1, into: &script)
      guard result == .more else { return }
      link.output.removeAll()
      link.output.refer(to: batch)
      result = try link.stage.processMore(batch, into: &link.output)
    }
  }
}

package struct EventScript {
  private var lines: [String] = []
  private var words: [String] = []

  package init() {}

  package var text: String {
    (lines + (words.isEmpty ? [] : [words.joined(separator: " ")])).joined(separator: "\n")
  }

  package mutating func append(_ batch: borrowing EventBatch) {
    for index in 0..<batch.count {
      let event = batch[index]
      switch event.kind {
      case .beginDocument: break
      case .endDocument:
        lines.append(words.joined(separator: " "))
        words = []
      default:
        let text = batch.withText(of: event) { text in
          (0..<text.byteCount).map { text.byte(at: $0) }
        }
        var word = Self.word(event, text)
        if event.isKey, event.flags.contains(.isDuplicateKey) { word += "!" }
        if event.isKey, event.depthChange == 0 { word += ":" }
        words.append(word)
      }
    }
  }

  private static func word(_ event: Event, _ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return switch event.kind {
    case .beginDocument, .endDocument: ""
    case .beginSequence: "["
    case .endSequence: "]"
    case .beginMapping: "{"
    case .endMapping: "}"
    case .null: "null"
    case .true: "true"
    case .false: "false"
    case .integer, .real: text
    case .string: event.flags.contains(.isEscaped) ? "escaped(\(text))" : quoted(text)
    case .date: "date(\(text))"
    case .localTime: "local(\(text))"
    case .data: "data(\(bytes.map { hex($0) }.joined()))"
    case .uid: "uid(\(text))"
    case .anchor: "&\(text)"
    case .tag: "tag(\(text))"
    case .alias: "*\(text)"
    case .comment: "#(\(text))"
    case .trailingComment: "^#(\(text))"
    case .blankLine: "~"
    case .notation: "`\(Self.shown(notation: bytes))`"
    }
  }

  /// The kind of a notation, or the source of a scalar.
  private static func shown(notation bytes: [UInt8]) -> String {
    bytes.withBytes { text in
      guard let kind = Notation.kind(text, 0..<text.byteCount) else { return "" }
      var rest = Notation.parts(0..<text.byteCount)
      guard kind == .scalar || kind == .block, let source = Notation.nextPart(text, &rest) else {
        return kind == .marker ? "---" : "\(kind)"
      }
      return String(utf8: text.extracting(source))
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = Array("0123456789abcdef")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: scalar.value < 0x20 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

extension Plan {
  package static func test(_ target: Format = .json, _ change: (inout Plan) -> Void) -> Plan {
    var plan = Plan(to: target)
    change(&plan)
    return plan
  }
}

package let batchLimits = [1, 2, 3, 7, Int.max]

package func converted(
  _ source: String, from format: Format = .jsonLines, by plan: Plan
) throws(DecantError) -> String {
  let destination = MemoryDestination()
  var transcoder = Transcoder(from: format, to: plan.target)
  transcoder.plan = plan
  try transcoder.run(from: .text(source), to: destination)
  return destination.text
}
