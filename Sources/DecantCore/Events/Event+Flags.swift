/// What follows from the kind of an event, and its flags as readers and writers ask for them: those of a text that has been
/// scanned, and the space before a node.
extension Event.Flags {
  /// The flags of the anchor of an instance, whose name is `s` and a number, and of an alias of it.
  package static let ofInstance: Event.Flags = [.isASCII, .needsNoJSONEscape, .isKept, .isInstance]

  @inlinable package static var plainASCII: Event.Flags {
    Event.Flags.isASCII.union(.needsNoJSONEscape)
  }
}

extension Event.Kind {
  @inlinable package var isComment: Bool { self == .comment || self == .trailingComment }

  @inlinable @inline(__always)
  package var isAnnotation: Bool { Self.anchor.rawValue...Self.blankLine.rawValue ~= rawValue }

  @usableFromInline package var word: String? {
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

  @inlinable package var isTrivia: Bool { kind.rawValue >= Kind.comment.rawValue }

  package func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}

extension TextScan {
  @usableFromInline var flags: Event.Flags {
    @inlinable @inline(__always) get {
      let ascii: Event.Flags = isASCII ? .isASCII : []
      return needsNoEscape ? ascii.union(.needsNoJSONEscape) : ascii
    }
  }
}

extension RawSpan {
  @inlinable package var scanned: Event.Flags { textScan.flags }
}

extension ByteStorage {
  /// Appends one of many texts and returns its event flags; call `seal()` after the last one.
  @inlinable @inline(__always)
  package func append(scanning text: RawSpan) -> Event.Flags {
    var scan = TextScan()
    append(next: text) { scan.add($0) }
    return scan.flags
  }
}

/// The space before a node or comment in the input, for a writer of the same format; 0 if it is usual or unknown.
///
///     1…31   on the line of what precedes, after one space less
///     32…63  on a line of its own, 32 columns less from the column of the innermost collection in lines
///
/// For a comment on a line of its own, 1 to 31 are columns to the left.
extension Event.Flags {
  @inlinable @inline(__always)
  package init(gap: Int) {
    self.init(rawValue: UInt16(truncatingIfNeeded: gap) &<< Bit.gap.rawValue)
  }

  @inlinable @inline(__always)
  package var gap: Int { Int(rawValue &>> Bit.gap.rawValue) }

  package mutating func replaceGap(by gap: Int) {
    subtract(Event.Flags(gap: 63))
    formUnion(Event.Flags(gap: gap))
  }

  @inlinable @inline(__always)
  package static func spaces(_ count: Int) -> Event.Flags {
    0...30 ~= count ? Event.Flags(gap: count + 1) : []
  }

  @inlinable @inline(__always)
  package static func line(_ columns: Int) -> Event.Flags {
    0...31 ~= columns ? Event.Flags(gap: columns + 32) : []
  }
}
