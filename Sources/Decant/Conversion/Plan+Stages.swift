extension Plan {
  /// Makes the writer that the plan's documents end in.
  func makeWriter() throws(DecantError) -> any EventWriter & ~Copyable {
    let writer = try target.writer(writing)
    return switch scalars {
    case .inFormat: writer
    case .raw: RawWriter(writer)
    }
  }

  /// The options for the reader of documents with such `abilities`.
  ///
  /// Numbers stay as they are written where the target can write them so, unless they become values of a
  /// type on the way.
  func makeReadingOptions(for abilities: Format.Abilities) -> ReadingOptions {
    var options = readingWithBudget(for: abilities)
    if type == nil, abilities.intersection(target.abilities).contains(.numberNotations) {
      options.numberNotation = .asWritten
    }
    if !makeExpansion(for: abilities).isEmpty { options.aliases = .expanded }
    return options
  }

  /// The options for reading, which also tell whether copies of nodes are held in memory.
  private func readingWithBudget(for abilities: Format.Abilities) -> ReadingOptions {
    let holdsDocuments =
      keyOrder == .byBytes || reading.duplicateKeys == .last || target.keepsValues
      || target.abilities.contains(.binary) || !makeKeyWatch(for: abilities).isEmpty
    var options = reading.adapted(to: fidelity, counting: losses)
    if holdsDocuments { options.copies = .held }
    return options
  }

  /// What documents of `format` can contain, once its reader has refused or replaced what it must.
  func abilities(of format: Format) -> Format.Abilities {
    reading.adapted(to: fidelity).abilities(of: format)
  }

  /// The stages that the plan needs after those of its readers, in their order.
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

    if let allowed = allowedDocuments {
      chain.append(DocumentCountStage(target: target.name, allowed: allowed))
    }
    return chain
  }

  /// How many documents the output may have; nil for any number.
  private var allowedDocuments: ClosedRange<Int>? {
    let abilities = target.abilities
    let holdsMany =
      abilities.contains(.manyDocuments)
      || output == .stream && abilities.contains(.concatenation)
    let isEmptyAllowed = abilities.contains(.emptyStreams)
    return holdsMany && isEmptyAllowed ? nil : (isEmptyAllowed ? 0 : 1)...(holdsMany ? .max : 1)
  }

  /// The stages after a reader whose documents have aliases, where those cannot stay.
  ///
  /// Even a target that has aliases may get none that a stage has parted from its anchor, or whose
  /// anchor it has rewritten.
  func makeExpansion(for abilities: Format.Abilities) -> [any EventStage] {
    guard abilities.contains(.anchors) else { return [] }
    let reading = readingWithBudget(for: abilities)
    // A pointer may lead through a merge key.
    let isLookedThrough = pointer.map { !$0.tokens.isEmpty } ?? false
    guard target.abilities.contains(.anchors), type == nil, !isLookedThrough else {
      return reading.makeExpansion()
    }
    let rearranges =
      pointer != nil || gathering == .split || keyOrder == .byBytes || keyStyle != nil
      || reading.duplicateKeys == .first || reading.duplicateKeys == .last
    return rearranges ? [AliasExpansionStage(reading)] : []
  }

  /// The stage after the reader and its expansion that finds keys which need a tagged form.
  ///
  /// Each input has its own: what streams from one that has no such keys need not be held for those of another.
  func makeKeyWatch(for abilities: Format.Abilities) -> [any EventStage] {
    switch fidelity {
    case .tagged where abilities.contains(.anyKeys) && !target.abilities.contains(.anyKeys):
      return [NonStringKeyStage()]
    case .tagged, .standard, .strict, .lossy:
      return []
    }
  }

  /// The stage after all others of an input that takes its documents for values of a type.
  func makeTyping(from source: Format) -> (any DocumentStage)? {
    type?.makeStage(source, target)
  }

  /// The stages before the writer that hold back what it cannot write.
  ///
  /// It is empty if the target can represent all that documents with such `abilities` and `limits` can.
  func makeGuard(
    for abilities: Format.Abilities, _ limits: Format.Limits
  ) -> [any EventStage] {
    switch fidelity {
    case .tagged:
      return target.keepsValues ? [] : [TaggingStage(for: target)]
    case .standard, .strict, .lossy:
      let values = abilities.intersection(.ofValues)
      guard !values.isSubset(of: target.abilities) || !limits.fit(in: target.limits) else {
        return []
      }
      let isDropping = fidelity == .lossy && !target.abilities.contains(.null)
      return [makeFidelityStage()] + (isDropping ? [DroppedNullStage()] : [])
    }
  }

  private func makeFidelityStage() -> FidelityStage {
    // Where all documents become one sequence, a scalar is not a root.
    FidelityStage(
      for: target, fidelity, counting: losses,
      passesRoots: scalars == .raw && gathering != .slurp)
  }
}

extension ReadingOptions {
  /// The options for documents whose values are treated as `fidelity` says.
  package func adapted(to fidelity: Fidelity, counting losses: Losses? = nil) -> ReadingOptions {
    var options = self
    switch fidelity {
    case .standard, .strict:
      break
    case .lossy:
      options.invalidText = .replaced { kind, path in losses?.count(kind, at: path()) }
    case .tagged:
      options.invalidText = .kept
      options.readsTaggedForms = true
    }
    return options
  }

  /// What documents of `format` can contain: lone surrogates and duplicate keys only where the reader keeps them.
  fileprivate func abilities(of format: Format) -> Format.Abilities {
    var abilities = format.abilities.union(format.strayAbilities)
    if duplicateKeys != .keep { abilities.remove(.duplicateKeys) }
    switch invalidText {
    case .kept: break
    case .refused, .replaced: abilities.remove(.loneSurrogates)
    }
    return abilities
  }

  /// The stages that make documents say all that they mean, without aliases and merge keys.
  func makeExpansion() -> [any EventStage] {
    [AliasExpansionStage(self), MergeKeyStage()]
  }

  /// The stages right after a reader, whatever becomes of the documents.
  func makeStages(for source: Format) -> StageChain {
    let chain = StageChain(badRecords)
    if readsTaggedForms { chain.append(UntagStage(source, duplicateKeys)) }

    switch duplicateKeys {
    case .error, .keep: break
    case .first: chain.append(FirstValueStage())
    case .last: chain.append(LastValueStage())
    }
    return chain
  }
}
