import Decant
import DecantCore

extension Transcript {
  /// The events on one line, such as `{ "a": i1 "b": [ r1.0 true ] } ;`.
  public var script: String {
    entries.compactMap(\.word).joined(separator: " ")
  }

  /// The first violation of the grammar of events; those before an error can be incomplete.
  public var grammarFlaw: String? {
    var checker = StreamChecker()
    for (index, entry) in entries.enumerated() {
      if let flaw = checker.take(entry) { return "event \(index), \(entry.kind): \(flaw)" }
    }
    return error == nil && !checker.isBetweenDocuments ? "the last document is open" : nil
  }
}

extension Transcript.Entry {
  fileprivate var word: String? {
    let text = String(decoding: text, as: UTF8.self)
    switch kind {
    case .beginDocument: return nil
    case .endDocument: return ";"
    case .beginSequence: return "["
    case .endSequence: return "]"
    case .beginMapping: return "{"
    case .endMapping: return "}"
    case .null, .true, .false: return "\(kind)"
    case .integer: return "i" + text
    case .real: return "r" + text
    case .string: return Self.quoted(text) + (isKey ? ":" : "")
    default: return "\(kind)(\(text))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        scalar.value < 0x20 || scalar.value == 0x7F
          ? "<\(String(scalar.value, radix: 16))>" : "\(scalar)"
      }.joined() + "\""
  }
}

/// A second, simple implementation of the grammar that `Event` documents.
private struct StreamChecker {
  private enum Place {
    case document(isFull: Bool), sequence, mapping(wantsKey: Bool)
  }

  private var open: [Place] = []

  var isBetweenDocuments: Bool { open.isEmpty }

  mutating func take(_ entry: Transcript.Entry) -> String? {
    switch entry.kind {
    case .beginDocument:
      guard open.isEmpty else { return "inside a document" }
      open.append(.document(isFull: false))
    case .endDocument:
      guard case .document(isFull: true)? = open.popLast() else { return "not after a node" }
    case .anchor, .tag:
      guard !open.isEmpty else { return "outside documents" }
    case .endSequence:
      guard case .sequence? = open.popLast() else { return "in no sequence" }
    case .endMapping:
      guard case .mapping(wantsKey: true)? = open.popLast() else { return "not after a value" }
    default:
      return node(entry)
    }
    return nil
  }

  private mutating func node(_ entry: Transcript.Entry) -> String? {
    switch open.popLast() {
    case nil:
      return "outside documents"
    case .document(let isFull):
      guard !isFull, !entry.isKey else { return "no place for it in a document" }
      open.append(.document(isFull: true))
    case .sequence:
      guard !entry.isKey else { return "a key in a sequence" }
      open.append(.sequence)
    case .mapping(let wantsKey):
      guard wantsKey == entry.isKey else { return wantsKey ? "no key" : "a key for a value" }
      open.append(.mapping(wantsKey: !wantsKey))
    }
    if entry.kind == .beginSequence { open.append(.sequence) }
    if entry.kind == .beginMapping { open.append(.mapping(wantsKey: true)) }
    return nil
  }
}
