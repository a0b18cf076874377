/// What becomes of documents that are archives, which must stay what their digests say.
///
/// An archive is recognized by its content. Its types are beside its values, so it is read as tagged, and written as
/// tagged too, whatever the plan's fidelity, unless only a part of it is written.
extension Plan {
  /// Whether archives are told from other documents.
  var seesArchives: Bool { type == nil }

  /// The plan for archives as they are read.
  var readingArchives: Plan {
    var plan = self
    plan.reading = reading.ofArchives
    plan.fidelity = .tagged
    return plan
  }

  /// The plan for archives as they are written.
  var writingArchives: Plan { writesWhole ? readingArchives : self }

  /// Throws if the plan would make of an archive one that is not what its digest says.
  func checkArchive(at offset: Int) throws(DecantError) {
    if keyStyle != nil, writesWhole { throw DecantError(.archive(.keysInStyle), offset: offset) }
  }

  /// Whether documents are written with all that is in them.
  private var writesWhole: Bool {
    (pointer?.tokens.isEmpty ?? true) && gathering != .split
  }
}

extension ReadingOptions {
  /// The options that archives are read with: what is in one does not depend on who reads it.
  var ofArchives: ReadingOptions {
    var options = adapted(to: .tagged)
    options.yamlSchema = .core
    return options
  }
}

extension Value {
  /// Whether it is the envelope of an archive: a mapping whose first key says so, and is not all.
  var isArchive: Bool {
    guard let mapping, mapping.count > 1, let first = mapping.first else { return false }
    return first.key.string == ArchiveEnvelope.Field.archiver.rawValue
      && first.value.string == ArchiveEnvelope.archiver
  }
}
