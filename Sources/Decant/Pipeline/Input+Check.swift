extension Input {
  /// Reads everything to the end and keeps none of it; throws what is wrong with it.
  ///
  /// Tagged forms are looked at too, where `options` turn them back. Where `options` skip bad records,
  /// those are reported and the rest is read all the same.
  public mutating func check(_ options: ReadingOptions = ReadingOptions()) throws(DecantError) {
    try check(options, as: nil)
  }

  /// Reads everything to the end; throws what is wrong with it, be it as values of a type.
  package mutating func check(
    _ options: ReadingOptions, as type: DocumentType?
  ) throws(DecantError) {
    let typing = type?.makeStage(format, format)
    var options = options
    var expansion: [any EventStage] = []
    if typing != nil {
      window.keepHistory()
      options.aliases = .expanded
      if format.abilities.contains(.anchors) { expansion = options.makeExpansion() }
    }
    var reading = try InputReading(
      of: self, options, expanding: expansion, completing: typing.map { [$0] } ?? [])
    while try reading.advance(&self, to: { _ in }) {
      if let typing { window.forgetHistory(before: typing.documentOrigin) }
    }
  }
}
