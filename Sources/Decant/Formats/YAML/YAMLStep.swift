/// A token that `YAMLScanner` passes to the reader, with positions relative to the window.
///
/// Anchors and tags precede their node; the handles of `%TAG` directives follow the beginning of the document.
struct YAMLStep: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case beginDocument, endDocument
    case beginSequence, endSequence, beginMapping, endMapping
    case scalar, alias, anchor, tag, tagHandle
  }

  let kind: Kind
  let style: Event.Style
  let isInScratch: Bool
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

  var isToken: Bool {
    @inline(__always) get { kind == .scalar || kind == .alias }
  }

  @inline(__always)
  var text: Range<Int> { Int(offset)..<Int(offset) &+ Int(length) }

  /// The column of a collection in lines.
  @inline(__always)
  var column: Int { Int(length) }
}
