extension Event.Flags {
  static let plainASCII: Event.Flags = [.isASCII, .needsNoJSONEscape]
}

extension Event.Kind {
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
  var isAnnotation: Bool { kind == .anchor || kind == .tag }

  /// Returns the position of the event relative to the window of `output`.
  func position(in input: borrowing EventBatch, for output: borrowing EventBatch) -> Int {
    Int(UInt32(clamping: input.offset(of: self) - output.origin))
  }
}
