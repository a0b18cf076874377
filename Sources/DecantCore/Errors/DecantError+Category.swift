extension DecantError {
  /// What is at fault; a tool's exit status follows from it.
  @nonexhaustive
  public enum Category: Sendable, Hashable {
    /// An input is invalid, or contains a value that the target cannot represent.
    case input
    /// The request is invalid.
    case usage
    /// An input could not be opened.
    case openingInput
    /// An output could not be created.
    case creatingOutput
    /// Reading or writing failed halfway.
    case transfer
    /// A defect of decant, or of a format that was added to it.
    case defect
  }

  /// What is at fault.
  public var category: Category {
    switch problem {
    case .system(.open, _), .system(.inspect, _), .notARegularFile: .openingInput
    case .system(.create, _), .system(.replace, _), .system(.remove, _): .creatingOutput
    case .system(.read, _), .system(.write, _), .system(.startThread, _), .changedFile: .transfer
    case .unknownFormat, .unsupported, .notText: .usage
    case .malformedEvents: .defect
    case .ofPart(let problem): problem.base.category
    default: .input
    }
  }
}
