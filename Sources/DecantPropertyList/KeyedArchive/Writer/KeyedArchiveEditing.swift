internal import DecantCore

/// Edits of keyed archives: new values have the classes of those that they replace, if they can.
struct KeyedArchiveEditing: WholeDocumentRules {
  func keepNotation(of bytes: [UInt8], in options: inout WritingOptions) {
    guard options.keyedArchiveEncoding == nil else { return }
    if bytes.starts(with: "bplist".utf8) {
      options.keyedArchiveEncoding = .binary
    } else if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
      options.keyedArchiveEncoding = .xml
    }
  }

  func check(newKey key: String, in mapping: Document.Node) throws(DecantError) {
    guard key == "$class", let tag = mapping.tag, case .object? = KeyedArchiveLabel(tag)?.tag else {
      return
    }
    throw DecantError(.keyedArchive(.classOfObject), offset: mapping.offset)
  }

  func isText(_ string: Document.Node) -> Bool {
    switch string.tag.flatMap({ KeyedArchiveLabel($0)?.tag }) {
    case .value(of: "NSNumber"), .value(of: "NSData"), .value(of: "NSMutableData"),
      .value(of: "NSNull"), .inlineData, .inlineDate:
      false
    default: true
    }
  }

  func replacement(
    of old: Document.Node, by new: Document
  ) throws(DecantError) -> Document {
    guard new.root.tag == nil, new.root.anchor == nil, let text = old.tag,
      let tag = KeyedArchiveLabel(text)?.tag, let value = replacement(of: old, tag, by: new)
    else { return new }
    var batch = EventBatch()
    batch.append(.tag, text: "!" + tag.word)
    switch value {
    case .text(let text): batch.append(.string, text: text)
    case .same: try new.tape.replay(0..<new.tape.count, into: &batch)
    }
    var tape = Tape()
    try tape.append(nodesOf: batch)
    return Document(tape)
  }

  private enum Replacement {
    case same
    case text(String)
  }

  private func replacement(
    of old: Document.Node, _ tag: KeyedArchiveTag, by new: Document
  ) -> Replacement? {
    let kind = new.root.kind
    switch (tag, kind) {
    case (.value(of: "NSNumber"), .integer), (.value(of: "NSNumber"), .real):
      return .text(new.root.text ?? "")
    case (.value(of: "NSNumber"), .true), (.value(of: "NSNumber"), .false):
      return .text("\(kind)")
    case (.value(of: "NSData"), .data), (.value(of: "NSMutableData"), .data), (.inlineData, .data):
      let bytes = new.root.bytes
      let text = bytes.withBytes { Base64.encode($0) }
      return .text(String(decoding: text, as: UTF8.self))
    case (.inlineDate, .date):
      return .text(new.root.text ?? "")
    case (.value(of: "NSNumber"), _), (.value(of: "NSData"), _), (.value(of: "NSMutableData"), _),
      (.value(of: "NSNull"), _), (.inlineData, _), (.inlineDate, _), (.none, _), (.reference, _):
      return nil
    default:
      return kind == old.kind ? .same : nil
    }
  }

  func difference(
    between first: Document, and second: Document
  ) throws(DecantError) -> DocumentPath? {
    try KeyedArchiveComparison(first.tape, second.tape).difference()
  }
}
