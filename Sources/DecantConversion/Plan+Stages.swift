package import DecantCore

/// The stages of a plan, in the order in which events pass them; most plans need few or none.
///
///     of an input   comments that are required, aliases and merge keys, keys to watch, tagged forms, repeated keys, transform
///     of the plan   part of a document, slurp or split, style of keys, order of keys, number of documents
///     guards        offsets of dates, tagging or fidelity, dropped nulls
///
/// What a stage needs of the events (`StageNeeds`) sets the reader's options: aliases stay aliases and numbers keep their notation
/// unless something on the way cannot bear it.
extension Plan {
  private var keepsOrderOfKeys: Bool { fidelity == .strict || fidelity == .tagged }

  /// Whether the writer may put keys in an order of its own.
  package var reordersKeys: Bool { !keepsOrderOfKeys && !target.ordersKeys }

  /// Creates a writer of the target.
  package func makeWriter() throws(DecantError) -> any EventWriter & ~Copyable {
    var options = writing
    options.keepsOrderOfKeys = keepsOrderOfKeys
    options.writesTaggedForms = fidelity == .tagged
    let writer = try target.writer(options)
    return switch scalars {
    case .inFormat: if let written { RecordingWriter(writer, written) } else { writer }
    case .raw: RawWriter(writer)
    }
  }

  /// Creates the route of inputs that are not archives.
  func makeRoute(after stages: [any EventStage]) -> Route {
    Route(reading.adapted(to: fidelity, counting: losses), guardedBy: self, after: stages)
  }

  /// Creates the stages of an input in `source`, whose events then pass `stages` and the guards of the route.
  func makeInputStages(
    from source: Format, along route: Route, before stages: [any EventStage]
  ) -> InputStages {
    let following = stages + route.guards
    let typing = transform?.makeStage(source, target)
    var options = route.reading
    let keyWatch = route.guarding.makeKeyWatch(for: source.abilities)
    let converting = keyWatch + options.makeStages(for: source)

    let stages = converting + following + (typing.map { [$0] } ?? [])
    var needs = stages.reduce(target.needs) { $0.union($1.needs) }
    if output == .files { needs.formUnion([.expandedMergeKeys, .boundedCopies]) }
    // Numbers and aliases stay as written unless a stage or the target requires otherwise.
    if needs.contains(.boundedCopies) { options.needs.insert(.boundedCopies) }
    if source.abilities.contains(.numberNotations), !needs.contains(.decimalNumbers) {
      options.needs.insert(.numberNotation)
    }
    let isOfOneFormat = source.name == target.name
    if keepsLayout, isOfOneFormat, !needs.contains(.noComments) { options.needs.insert(.layout) }
    if fidelity == .tagged || isOfOneFormat { options.needs.insert(.restorableEvents) }
    // A stage would cost more than the reader, which is alone only if the output has all of the input.
    if following.isEmpty, let losses {
      options.reportLoss = { kind, path in losses.count(kind, at: path()) }
    }
    if losses == nil || isOfOneFormat { options.needs.remove(.olderValues) }
    if fidelity == .tagged, !target.abilities.contains(.anchors), isOfWholeDocuments {
      options.needs.insert(.labeledReferences)
    }
    var first: [any EventStage] = []
    if source.abilities.contains(.comments) {
      let canKeep = target.abilities.contains(.comments) && !needs.contains(.noComments)
      // Looking for comments takes time, which is spent only where the input may not be kept.
      let counts = output != .stream && losses != nil && pointer == nil && path == nil
      options.comments = comments == .required || comments == .kept && (canKeep || counts)
      if comments == .required { options.needs.insert(.requiredComments) }
      if options.comments, isOfOneFormat { options.needs.insert(.collectionStyles) }
      if options.comments, !canKeep {
        first.append(CommentGuard(counting: comments == .required ? nil : losses))
      }
    }
    if source.abilities.contains(.anchors) {
      if needs.contains(.expandedAliases) { options.needs.insert(.expandedAliases) }
      if options.needs.contains(.instanceNumbers) { first.append(SelfReferenceStage()) }
      if !needs.isDisjoint(with: [.expandedMergeKeys, .expandedAliases]) {
        first += options.makeExpansion()
      } else if needs.contains(.sortedAliases) {
        first += [SortedAliasStage()] + options.makeExpansion()
      }
    }
    if source.abilities.contains(.rows) {
      let isWhole = isOfWholeDocuments && reading.documents == nil && keyStyle == nil
      let keepsColumns = isWhole && transform == nil && target.abilities.contains(.rows)
      options.needs.insert(keepsColumns ? .columns : .lostColumns)
    }
    return InputStages(
      options: options, first: first + converting, typing: typing,
      table: gathersRows(of: source) ? [SlurpStage()] : [])
  }

  /// Whether a table is one sequence, as in a target of one such document; paths, selections and names of files are of rows.
  func gathersRows(of source: Format) -> Bool {
    guard source.abilities.contains(.rows), pointer == nil, path == nil, reading.documents == nil
    else { return false }
    let isOfRows = !target.abilities.isDisjoint(with: [.manyDocuments, .mappingRoots])
    return gathering == .split || gathering == .none && !isOfRows && output != .files
  }

  func abilities(of format: Format) -> Format.Abilities {
    reading.adapted(to: fidelity).abilities(of: format)
  }

  /// Creates the stages that all inputs share.
  ///
  /// A pointer refers to the input's keys, so it precedes the key style; keys are sorted after it.
  func makeStages() -> [any EventStage] {
    var stages: [any EventStage] = []
    if let pointer { stages.append(PathStage(pointer)) }
    if let path { stages.append(PathStage(path, missingValue: .isError)) }

    switch gathering {
    case .none: break
    case .slurp: stages.append(SlurpStage(byNames: gatheredNames))
    case .split:
      let keepsComments = comments != .dropped && target.abilities.contains(.comments)
      stages.append(SplitStage(keepsComments: keepsComments))
    }

    if let keyStyle { stages.append(KeyStyleStage(keyStyle)) }

    switch keyOrder {
    case .asRead: break
    case .byBytes:
      let keepsLinks = !target.abilities.contains(.heldDocuments)
      stages.append(SortKeysStage(ByteOrder(keepingPlaces: keepsLinks, first: firstKeys)))
    }

    if let allowed = allowedDocuments {
      stages.append(DocumentCountStage(target: target.name, allowed: allowed))
    }
    return stages
  }

  /// The possible numbers of documents in the output; nil for any number.
  private var allowedDocuments: ClosedRange<Int>? {
    if output == .files { return nil }
    let abilities = target.abilities
    let holdsMany =
      abilities.contains(.manyDocuments)
      || output == .stream && abilities.contains(.concatenation)
    let isEmptyAllowed = abilities.contains(.emptyStreams)
    return holdsMany && isEmptyAllowed ? nil : (isEmptyAllowed ? 0 : 1)...(holdsMany ? .max : 1)
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

  /// Creates the stages before the writer that replace or refuse unsupported values.
  func makeGuards(
    for abilities: Format.Abilities, _ limits: Format.Limits
  ) -> [any EventStage] {
    switch fidelity {
    case .tagged:
      let tagging = target.keepsEverything ? [] : [TaggingStage(for: target)]
      let hasAliases = target.abilities.contains(.anchors)
      guard reading.needs.contains(.archive) else { return tagging }
      return tagging + [InstanceStage(.writing(hasAliases: hasAliases))]
    case .standard, .strict, .lossy:
      let values = abilities.intersection(.ofValues)
      guard !values.isSubset(of: target.abilities) || !limits.isWithin(target.limits) else {
        return []
      }
      // In a row, an empty cell replaces it.
      let isDropping = fidelity == .lossy && target.abilities.isDisjoint(with: [.null, .rows])
      return [makeFidelityStage()] + (isDropping ? [DroppedNullStage()] : [])
    }
  }

  /// Creates the stage before other guards that notices lost offsets of dates, if documents can have some.
  func makeOffsetGuards(for abilities: Format.Abilities) -> [any EventStage] {
    guard abilities.contains(.dateOffsets), losses != nil || fidelity == .strict else { return [] }
    return [DateOffsetStage(for: target, fidelity, counting: losses)]
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
    var abilities = format.abilities.union(format.readOnlyAbilities)
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

  /// Creates the stages before a whole document that is kept in memory.
  package func makeDocumentStages(for source: Format) -> [any EventStage] {
    (source.abilities.contains(.anchors) ? makeExpansion() : []) + makeStages(for: source)
  }

  /// Creates the stages that convert what the options ask for.
  package func makeStages(for source: Format) -> [any EventStage] {
    var stages: [any EventStage] = []
    if needs.contains(.archive) { stages.append(InstanceStage(.reading(along: instancePaths))) }
    if readsTaggedForms { stages.append(UntagStage(source, duplicateKeys)) }

    switch duplicateKeys {
    case .error, .keep: break
    case .first: stages.append(FirstValueStage())
    case .last: stages.append(LastValueStage())
    }
    if let documents { stages.append(DocumentSelectionStage(documents)) }
    return stages
  }
}

extension Format {
  fileprivate var needs: StageNeeds {
    var needs: StageNeeds = abilities.contains(.anchors) ? [] : .expandedMergeKeys
    if !abilities.contains(.numberNotations) { needs.insert(.decimalNumbers) }
    if keepsEverything || !abilities.isDisjoint(with: [.binary, .heldDocuments]) {
      needs.insert(.boundedCopies)
    }
    return needs
  }
}
