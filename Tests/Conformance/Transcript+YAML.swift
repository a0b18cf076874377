import Decant
import DecantTestSupport

extension Transcript {
  /// The events in the notation of yaml-test-suite.
  var yamlEvents: [String] {
    var lines: [String] = []
    var annotations = ""
    for entry in entries {
      let text = String(decoding: entry.text, as: UTF8.self)
      switch entry.kind {
      case .anchor: annotations += " &\(text)"
      case .tag: annotations += " \(text)"
      default:
        lines.append(entry.yamlLine(annotations, text))
        annotations = ""
      }
    }
    return lines
  }

  /// The documents with aliases expanded; nil if one is missing or incomplete.
  var values: [PlainValue]? {
    var reader = PlainValueReader(entries: entries[...])
    return reader.documents()
  }
}

extension Transcript.Entry {
  fileprivate func yamlLine(_ annotations: String, _ text: String) -> String {
    let isFlow = style == .flow
    switch kind {
    case .beginDocument: return "+DOC"
    case .endDocument: return "-DOC"
    case .beginMapping: return "+MAP" + (isFlow ? " {}" : "") + annotations
    case .endMapping: return "-MAP"
    case .beginSequence: return "+SEQ" + (isFlow ? " []" : "") + annotations
    case .endSequence: return "-SEQ"
    case .alias: return "=ALI *\(text)"
    case .string: return "=VAL\(annotations) \(mark)\(Self.escaped(text))"
    case .integer: return "=VAL\(annotations) (int)"
    case .real: return "=VAL\(annotations) (float)"
    case .true, .false: return "=VAL\(annotations) (bool)"
    case .null: return "=VAL\(annotations) (null)"
    case .data: return "=VAL\(annotations) (binary)"
    case .date: return "=VAL\(annotations) (timestamp)"
    case .localTime, .uid, .anchor, .tag, .comment, .notation, .blankLine, .trailingComment:
      return "?"
    }
  }

  private var mark: String {
    switch style {
    case .singleQuoted: "'"
    case .doubleQuoted: "\""
    case .literal: "|"
    case .folded: ">"
    default: ":"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case "\u{8}": "\\b"
      default: String(scalar)
      }
    }.joined()
  }
}

indirect enum PlainValue: Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case sequence([PlainValue])
  case mapping([String: PlainValue])
}

private struct PlainValueReader {
  var entries: ArraySlice<Transcript.Entry>
  private var anchors: [[UInt8]: PlainValue] = [:]

  init(entries: ArraySlice<Transcript.Entry>) {
    self.entries = entries
  }

  mutating func documents() -> [PlainValue]? {
    var documents: [PlainValue] = []
    while let entry = entries.popFirst() {
      guard entry.kind == .beginDocument else { continue }
      guard let value = node() else { return nil }
      documents.append(value)
    }
    return documents
  }

  private mutating func node() -> PlainValue? {
    guard let entry = entries.popFirst() else { return nil }
    switch entry.kind {
    case .anchor:
      let value = node()
      anchors[entry.text] = value
      return value
    case .tag: return node()
    case .alias: return anchors[entry.text]
    case .null: return .null
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .integer, .real: return Double(entry.string).map { .number($0) }
    case .beginSequence:
      var elements: [PlainValue] = []
      while let next = entries.first, next.kind != .endSequence {
        guard let value = node() else { return nil }
        elements.append(value)
      }
      entries.removeFirst()
      return .sequence(elements)
    case .beginMapping:
      var pairs: [String: PlainValue] = [:]
      while let next = entries.first, next.kind != .endMapping {
        guard let key = node(), let value = node() else { return nil }
        pairs[key.key] = value
      }
      entries.removeFirst()
      return .mapping(pairs)
    case .data: return .string("binary")
    case .string, .date: return .string(entry.string)
    case .localTime, .uid, .beginDocument, .endDocument, .endSequence, .endMapping, .comment,
      .notation,
      .blankLine, .trailingComment:
      return nil
    }
  }
}

extension PlainValue {
  fileprivate var key: String {
    switch self {
    case .string(let text): text
    case .null: ""
    case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    default: "\(self)"
    }
  }
}

extension Transcript.Entry {
  fileprivate var string: String { String(decoding: text, as: UTF8.self) }
}
