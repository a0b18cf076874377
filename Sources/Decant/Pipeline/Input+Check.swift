extension Input {
  /// Reads everything to the end and keeps none of it; throws what is wrong with it.
  ///
  /// Where `options` skip bad records, those are reported and the rest is read all the same.
  public mutating func check(_ options: ReadingOptions = ReadingOptions()) throws(DecantError) {
    var reader = try format.reader(options)
    var batch = EventBatch()
    while true {
      batch.removeAll()
      do {
        guard try reader.read(from: &window, into: &batch) else { return }
      } catch {
        let error = error.located(in: window, named: name)
        guard reader.canContinue, case .skip(let report) = options.badRecords, error.isAboutInput
        else { throw error }
        report(error)
      }
    }
  }
}
