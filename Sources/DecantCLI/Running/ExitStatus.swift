internal import Decant

/// What the tool tells the shell in the end, after sysexits.h.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// The answer is no: documents differ, or a value is missing.
  case negative = 1
  case usage = 64
  case badInput = 65
  case noInput = 66
  case defect = 70
  case cannotCreate = 73
  case transfer = 74

  /// All of them, each graver than those before it.
  private static let byGravity: [ExitStatus] = [
    .done, .negative, .noInput, .badInput, .cannotCreate, .transfer, .defect, .usage,
  ]

  /// How grave it is, among things that went wrong in one run.
  var gravity: Int { Self.byGravity.firstIndex(of: self) ?? 0 }

  /// The status of that gravity.
  init(gravity: Int) {
    self = Self.byGravity[gravity]
  }

  init(_ category: DecantError.Category) {
    self =
      switch category {
      case .input: .badInput
      case .usage: .usage
      case .openingInput: .noInput
      case .creatingOutput: .cannotCreate
      case .transfer: .transfer
      case .defect: .defect
      }
  }
}
