internal import DecantCore
internal import DecantConversion

extension Arguments {
  var skipsBadRecords: Bool { onError == .skip || rejects != nil || maximumErrors != nil }

  var recordOption: String? {
    if rejects != nil { return "--rejects" }
    if maximumErrors != nil { return "--max-errors" }
    if onError == .skip { return "--on-error skip" }
    return plan.reading.maximumRecordLength == nil ? nil : "--max-record"
  }

  func checkRecords() throws(UsageError) {
    guard onError == .stop, rejects != nil || maximumErrors != nil else { return }
    let option = rejects == nil ? "--max-errors" : "--rejects"
    throw UsageError(
      "'\(option)' leaves out invalid records, and cannot be used together with '--on-error stop'")
  }
}
