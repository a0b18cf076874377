extension Plan {
  /// Makes the writer that the plan's documents end in.
  func makeWriter() throws(DecantError) -> any EventWriter & ~Copyable {
    let writer = try target.writer(writing)
    return switch scalars {
    case .inFormat: writer
    case .raw: RawWriter(writer)
    }
  }

  /// Calls `body` with each stage that the plan needs, from reader to writer.
  ///
  /// The order matters: a pointer must find the keys as they are written in the input, and keys are
  /// sorted as they are written in the output.
  func forEachStage(_ body: (consuming any EventStage & ~Copyable) -> Void) {
    reading.forEachStage(body)

    if let pointer { body(PointerStage(pointer)) }

    switch gathering {
    case .none: break
    case .slurp: body(SlurpStage())
    case .split: body(SplitStage())
    }

    if let keyStyle { body(KeyStyleStage(keyStyle)) }

    switch keyOrder {
    case .asRead: break
    case .byBytes: body(SortKeysStage())
    }

    if !target.abilities.contains(.manyDocuments) {
      body(SingleDocumentStage(target: target.name))
    }
  }
}

extension ReadingOptions {
  /// Calls `body` with each stage that stands right behind a reader, whatever becomes of the
  /// documents.
  func forEachStage(_ body: (consuming any EventStage & ~Copyable) -> Void) {
    switch duplicateKeys {
    case .error, .keep: break
    case .first: body(FirstValueStage())
    case .last: body(LastValueStage())
    }
  }
}
