extension Plan {
  func makeWriter() throws(DecantError) -> any EventWriter & ~Copyable {
    let writer = try target.writer(writing)
    return switch scalars {
    case .inFormat: writer
    case .raw: RawWriter(writer)
    }
  }

  /// Creates the options for the reader of `source`.
  ///
  /// Numbers and aliases stay as written unless a stage or the target requires otherwise.
  func makeReadingOptions(from source: Format) -> ReadingOptions {
    makeReadingOptions(from: source, for: needs(from: source))
  }

  private func makeReadingOptions(from source: Format, for needs: StageNeeds) -> ReadingOptions {
    var options = reading.adapted(to: fidelity, counting: losses)
    if needs.contains(.boundedCopies) { options.copies = .held }
    if source.abilities.contains(.numberNotations), !needs.contains(.decimalNumbers) {
      options.numberNotation = .asWritten
    }
    if source.abilities.contains(.anchors), needs.contains(.expandedAliases) {
      options.aliases = .expanded
    }
    options.comments = readsComments(from: source, for: needs)
    options.requiresComments = comments == .required
    options.collectionStyles = options.comments && source.name == target.name
    return options
  }

  private func readsComments(from source: Format, for needs: StageNeeds) -> Bool {
    guard source.abilities.contains(.comments) else { return false }
    return switch comments {
    case .dropped: false
    case .kept: canKeepComments(for: needs)
    case .required: true
    }
  }

  private func canKeepComments(for needs: StageNeeds) -> Bool {
    target.abilities.contains(.comments) && !needs.contains(.noComments)
  }

  private func needs(from source: Format) -> StageNeeds {
    var stages = makeStages().stages + reading.makeStages(for: source).stages
    stages += makeKeyWatch(for: source.abilities)
    if let typing = makeTyping(from: source) { stages.append(typing) }
    // These need only that there are no comments, which most pairs of formats cannot have anyway.
    if source.abilities.intersection(target.abilities).contains(.comments) {
      stages += makeGuard(for: abilities(of: source), source.limits)
    }
    return stages.reduce(target.needs) { $0.union($1.needs) }
  }

  func abilities(of format: Format) -> Format.Abilities {
    reading.adapted(to: fidelity).abilities(of: format)
  }

  /// Creates the stages that all inputs share.
  ///
  /// A pointer refers to the input's keys, so it precedes the key style; keys are sorted after it.
  func makeStages() -> StageChain {
    let chain = StageChain(reading.badRecords)
    if let pointer { chain.append(PointerStage(pointer)) }

    switch gathering {
    case .none: break
    case .slurp: chain.append(SlurpStage())
    case .split:
      let keepsComments = comments != .dropped && target.abilities.contains(.comments)
      chain.append(SplitStage(keepsComments: keepsComments))
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

  /// The possible numbers of documents in the output; nil for any number.
  private var allowedDocuments: ClosedRange<Int>? {
    let abilities = target.abilities
    let holdsMany =
      abilities.contains(.manyDocuments)
      || output == .stream && abilities.contains(.concatenation)
    let isEmptyAllowed = abilities.contains(.emptyStreams)
    return holdsMany && isEmptyAllowed ? nil : (isEmptyAllowed ? 0 : 1)...(holdsMany ? .max : 1)
  }

  /// Creates the first stages of an input: those that expand aliases and merge keys, if the target or a stage needs
  /// that, after the one that refuses comments which would be lost.
  func makeExpansion(from source: Format) -> [any EventStage] {
    let needs = needs(from: source)
    let options = makeReadingOptions(from: source, for: needs)
    let guards: [any EventStage] =
      options.comments && !canKeepComments(for: needs) ? [CommentGuard()] : []
    guard source.abilities.contains(.anchors) else { return guards }
    return guards + makeExpansion(for: needs, options)
  }

  private func makeExpansion(
    for needs: StageNeeds, _ options: ReadingOptions
  ) -> [any EventStage] {
    if needs.contains(.expandedMergeKeys) { return options.makeExpansion() }
    return needs.contains(.expandedAliases) ? [AliasExpansionStage(options)] : []
  }

  /// Creates the stage that finds keys which need a tagged form, if inputs can have such keys.
  func makeKeyWatch(for abilities: Format.Abilities) -> [any EventStage] {
    switch fidelity {
    case .tagged
    where abilities.contains(.nonStringKeys) && !target.abilities.contains(.nonStringKeys):
      return [NonStringKeyStage()]
    case .tagged, .standard, .strict, .lossy:
      return []
    }
  }

  /// Creates the last stage of an input, which decodes and encodes its documents as a type.
  func makeTyping(from source: Format) -> (any DocumentStage)? {
    type?.makeStage(source, target)
  }

  /// Creates the stages before the writer that replace or refuse unsupported values.
  func makeGuard(
    for abilities: Format.Abilities, _ limits: Format.Limits
  ) -> [any EventStage] {
    switch fidelity {
    case .tagged:
      return target.storesAllValues ? [] : [TaggingStage(for: target)]
    case .standard, .strict, .lossy:
      let values = abilities.intersection(.ofValues)
      guard !values.isSubset(of: target.abilities) || !limits.isWithin(target.limits) else {
        return []
      }
      let isDropping = fidelity == .lossy && !target.abilities.contains(.null)
      return [makeFidelityStage()] + (isDropping ? [DroppedNullStage()] : [])
    }
  }

  private func makeFidelityStage() -> FidelityStage {
    // In a slurped sequence, a scalar is not a root.
    FidelityStage(
      for: target, fidelity, counting: losses,
      passesRoots: scalars == .raw && gathering != .slurp)
  }
}

extension ReadingOptions {
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

  fileprivate func abilities(of format: Format) -> Format.Abilities {
    var abilities = format.abilities.union(format.strayAbilities)
    if duplicateKeys != .keep { abilities.remove(.duplicateKeys) }
    switch invalidText {
    case .kept: break
    case .refused, .replaced: abilities.remove(.loneSurrogates)
    }
    return abilities
  }

  func makeExpansion() -> [any EventStage] {
    [AliasExpansionStage(self), MergeKeyStage()]
  }

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

extension Format {
  fileprivate var needs: StageNeeds {
    var needs: StageNeeds = abilities.contains(.anchors) ? [] : .expandedMergeKeys
    if !abilities.contains(.numberNotations) { needs.insert(.decimalNumbers) }
    if storesAllValues || abilities.contains(.binary) { needs.insert(.boundedCopies) }
    return needs
  }
}
