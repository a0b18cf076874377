extension Event.Flags {
  /// The flags of ASCII text that JSON need not escape.
  static let plainASCII: Event.Flags = [.isASCII, .isPlainText]
}

extension Event {
  /// The word for an event without text, as a string; nil for other kinds.
  var word: String? {
    switch kind {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    default: nil
    }
  }

  /// The position of the event in the window of `output`.
  func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}
