extension Plan {
  /// Makes the writer that the plan's documents end in.
  func makeWriter() throws(DecantError) -> any EventWriter & ~Copyable {
    let writer = try target.writer(writing)
    return switch scalars {
    case .inFormat: writer
    case .raw: RawWriter(writer)
    }
  }

  /// The stages that the plan needs behind those of its readers, in their order.
  ///
  /// The order matters: a pointer must find the keys as they are written in the input, and keys are
  /// sorted as they are written in the output.
  func makeStages() -> StageChain {
    let chain = StageChain(reading.badRecords)
    if let pointer { chain.append(PointerStage(pointer)) }

    switch gathering {
    case .none: break
    case .slurp: chain.append(SlurpStage())
    case .split: chain.append(SplitStage())
    }

    if let keyStyle { chain.append(KeyStyleStage(keyStyle)) }

    switch keyOrder {
    case .asRead: break
    case .byBytes: chain.append(SortKeysStage())
    }

    if !target.abilities.contains(.manyDocuments) {
      chain.append(SingleDocumentStage(target: target.name))
    }
    return chain
  }

  /// The stage before the writer that holds back what it cannot write.
  ///
  /// There is none if the target can say all that documents with such `abilities` can.
  func makeGuard(for abilities: Format.Abilities) -> (any EventStage)? {
    switch reading.fidelity {
    case .tagged:
      TaggingStage(for: target)
    case .standard, .strict, .lossy:
      abilities.intersection(.ofValues).isSubset(of: target.abilities)
        ? nil : FidelityStage(for: self)
    }
  }
}

extension ReadingOptions {
  /// The stages that stand right behind a reader, whatever becomes of the documents.
  func makeStages() -> StageChain {
    let chain = StageChain(badRecords)
    if case .tagged = fidelity { chain.append(UntagStage(duplicateKeys)) }

    switch duplicateKeys {
    case .error, .keep: break
    case .first: chain.append(FirstValueStage())
    case .last: chain.append(LastValueStage())
    }
    return chain
  }
}
