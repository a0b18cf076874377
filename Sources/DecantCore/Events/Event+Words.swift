extension Event.Flags {
  @inlinable package static var plainASCII: Event.Flags {
    Event.Flags.isASCII.union(.needsNoJSONEscape)
  }
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
  @inlinable package var isAnnotation: Bool { kind.isAnnotation }

  @inlinable package var isLayout: Bool { kind.rawValue >= Kind.comment.rawValue }

  package func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}
