extension Event.Flags {
  static let plainASCII: Event.Flags = [.isASCII, .needsNoJSONEscape]
}

extension Event.Kind {
  @inlinable @inline(__always)
  package var isAnnotation: Bool { Self.anchor.rawValue...Self.blankLine.rawValue ~= rawValue }

  package var word: String? {
    switch self {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    default: nil
    }
  }
}

extension Event {
  /// Whether the event belongs to the next node or end; trailing comments belong to the one before.
  var isAnnotation: Bool { kind.isAnnotation }

  package var isLayout: Bool { kind.rawValue >= Kind.comment.rawValue }

  func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}
