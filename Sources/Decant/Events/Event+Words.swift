extension Event.Flags {
  /// The flags of ASCII text that JSON need not escape.
  static let plainASCII: Event.Flags = [.isASCII, .isPlainText]
}

extension Event.Kind {
  /// The word for an event without text; nil for other kinds.
  var word: String? {
    switch self {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    default: nil
    }
  }
}

extension Event {
  /// Whether the event belongs to the node after it.
  var isAnnotation: Bool { kind == .anchor || kind == .tag }

  /// The position of the event in the window of `output`.
  func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}
