public import DecantCore

/// A reason why settings cannot be saved.
public enum SettingsProblem: SpecificProblem {
  /// Another program has written to the file since it was read.
  case changed
  /// The file does not exist, and there is no default value.
  case noValue
  /// The program would not read from the file what it has saved.
  case unverified

  public var message: String {
    switch self {
    case .changed: "the file has changed since it was read; nothing was saved"
    case .noValue: "the file does not exist"
    case .unverified: "the settings would not be read as they were saved; nothing was saved"
    }
  }

  public var hint: String? {
    switch self {
    case .changed: "read it again, and make the changes again"
    case .noValue: nil
    case .unverified:
      "the strategies of the encoder and of the decoder must be each other's inverse"
    }
  }

  public var category: DecantError.Category { .input }
}

extension SettingsProblem {
  func error(about path: String) -> DecantError {
    DecantError(.specific(self)).about(path)
  }
}
