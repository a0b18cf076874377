extension Arguments {
  /// Whether bad records are left out.
  var skipsBadRecords: Bool { onError == .skip || rejects != nil || maximumErrors != nil }

  /// An option that was given and only has a meaning for formats with records; nil if there is none.
  var recordOption: String? {
    if rejects != nil { return "--rejects" }
    if maximumErrors != nil { return "--max-errors" }
    if onError == .skip { return "--on-error skip" }
    return maximumRecordLength == nil ? nil : "--max-record"
  }

  /// Refuses options that contradict each other.
  func checkRecords() throws(UsageError) {
    guard onError == .stop, rejects != nil || maximumErrors != nil else { return }
    let option = rejects == nil ? "--max-errors" : "--rejects"
    throw UsageError(
      "'\(option)' leaves out invalid records, and cannot be used together with '--on-error stop'")
  }
}
