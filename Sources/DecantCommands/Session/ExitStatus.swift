internal import DecantCore

/// The exit statuses, after sysexits.h.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// A negative answer: documents differ, a value is missing, or a merge has conflicts.
  case negative = 1
  case usage = 64
  case badInput = 65
  case noInput = 66
  case defect = 70
  case cannotCreate = 73
  case transfer = 74

  private static let byGravity: [ExitStatus] = [
    .done, .negative, .noInput, .badInput, .cannotCreate, .transfer, .defect, .usage,
  ]

  var gravity: Int { Self.byGravity.firstIndex(of: self) ?? 0 }

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
