extension Input {
  /// Reads everything to the end and keeps none of it; throws what is wrong with it.
  ///
  /// Tagged forms are looked at too, where `options` turn them back. Where `options` skip bad records,
  /// those are reported and the rest is read all the same.
  public mutating func check(_ options: ReadingOptions = ReadingOptions()) throws(DecantError) {
    var reading = try InputReading(of: self, options)
    while try reading.advance(&self, to: { _ in }) {}
  }
}
