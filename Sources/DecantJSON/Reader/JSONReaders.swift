internal import DecantCore

/// A reader of RFC 8259 JSON; not generic, because calls through `any EventReader` do not specialize
/// generic types, which would double the number of instructions.
struct StrictJSONReader: EventReader, ~Copyable {
  private var reader: JSONReader<StrictJSON>

  init(_ options: ReadingOptions, _ framing: JSONFraming = .document, usesFastPath: Bool = true) {
    reader = JSONReader(options, framing, usesFastPath: usesFastPath)
  }

  var canContinue: Bool { reader.canContinue }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try reader.read(from: &window, into: &batch)
  }
}

struct JSON5Reader: EventReader, ~Copyable {
  private var reader: JSONReader<JSON5>

  init(_ options: ReadingOptions) {
    reader = JSONReader(options)
  }

  var canContinue: Bool { reader.canContinue }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try reader.read(from: &window, into: &batch)
  }
}
