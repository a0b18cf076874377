public import DecantCore

extension Input {
  /// Reads the whole input, and throws if it is invalid.
  ///
  /// Includes the digests of archives, and tagged forms if `options` convert them. Reports and
  /// skips bad records if `options` ask for that.
  public mutating func check(_ options: ReadingOptions = ReadingOptions()) throws(DecantError) {
    try check(options, as: nil)
  }

  package mutating func check(
    _ options: ReadingOptions, as type: DocumentTransform?
  ) throws(DecantError) {
    if type == nil, try beginsArchive() {
      try checkArchives(options)
      return
    }
    let typing = type?.makeStage(format, format)
    var options = options
    var stages = options.makeStages(for: format)
    if typing != nil || options.documents != nil {
      options.needs.formUnion([.expandedAliases, .boundedCopies])
      stages = options.makeDocumentStages(for: format)
    }
    if let typing {
      window.keepHistory()
      stages.append(typing)
    }
    var reading = try InputReading(of: self, options, stages: stages)
    while try reading.advance(&self, to: { _ in }) {
      if let typing { window.forgetHistory(before: typing.documentOrigin) }
    }
  }
}

extension Input {
  /// Reports what other programs refuse or read otherwise; the input remains to be read.
  package mutating func check(
    _ portability: any FormatPortability, _ options: ReadingOptions, report: (DecantError) -> Void
  ) throws(DecantError) {
    let name = name
    do {
      try portability.check(&window, options) { (difference) throws(DecantError) in
        report(name.map { difference.about($0) } ?? difference)
      }
    } catch {
      throw error.located(in: window, named: name)
    }
  }

  private mutating func checkArchives(_ options: ReadingOptions) throws(DecantError) {
    guard try verifiedEnvelope(options) == nil else { return }
    try forEachLocatedDocument(options.ofArchives) { (document, input) throws(DecantError) in
      try input.check(document, options.badRecords)
    }
  }

  private func check(
    _ document: Document, _ badRecords: BadRecords
  ) throws(DecantError) {
    guard document.root.isArchive else { return }
    do {
      try ArchiveEnvelope(of: document).verify()
    } catch {
      let error = located(error)
      guard case .skip(let report) = badRecords, format.abilities.contains(.records) else {
        throw error
      }
      try report(BadRecord(error: error))
    }
  }
}
