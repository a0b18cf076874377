/// One step of a scanned document, as the fast lane passes it to the reader.
///
/// Anchors and tags are steps of their own, before the node that they belong to; so are the handles that `%TAG`
/// directives define, after the beginning of the document. All places count from the beginning
/// of the window.
struct YAMLStep: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case beginDocument, endDocument
    case beginSequence, endSequence, beginMapping, endMapping
    case scalar, alias, anchor, tag, tagHandle
  }

  let kind: Kind
  let style: Event.Style
  /// Whether the text is in the scratch bytes of the batch, not in the window.
  let isInScratch: Bool
  /// Where the node begins, its anchor and tag included.
  let position: UInt32
  private let offset: UInt32
  private let length: UInt32

  @inline(__always)
  init(
    _ kind: Kind, style: Event.Style = .any, at position: Int, text: Range<Int> = 0..<0,
    isInScratch: Bool = false
  ) {
    self.kind = kind
    self.style = style
    self.isInScratch = isInScratch
    self.position = UInt32(truncatingIfNeeded: position)
    offset = UInt32(truncatingIfNeeded: text.lowerBound)
    length = UInt32(truncatingIfNeeded: text.count)
  }

  /// Where the text is.
  @inline(__always)
  var text: Range<Int> { Int(offset)..<Int(offset) &+ Int(length) }
}
