/// A reader of JSON by RFC 8259.
///
/// Calls through `any EventReader` specialize no generic type, which would double the instructions: so each syntax has a
/// reader that is not generic.
struct StrictJSONReader: EventReader, ~Copyable {
  private var reader: JSONReader<StrictJSON>

  init(_ options: JSONReadingOptions) {
    reader = JSONReader(options)
  }

  var canContinue: Bool { reader.canContinue }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try reader.read(from: &window, into: &batch)
  }
}

/// A reader of JSON5, not generic for the same reason.
struct JSON5Reader: EventReader, ~Copyable {
  private var reader: JSONReader<JSON5>

  init(_ options: JSONReadingOptions) {
    reader = JSONReader(options)
  }

  var canContinue: Bool { reader.canContinue }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try reader.read(from: &window, into: &batch)
  }
}
