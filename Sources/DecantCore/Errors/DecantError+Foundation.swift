#if Foundation
  public import FoundationEssentials

  extension DecantError: LocalizedError {
    /// The error on one line, which is its `localizedDescription`.
    public var errorDescription: String? { line }

    /// What to change in the input.
    public var recoverySuggestion: String? { hint }
  }
#endif
