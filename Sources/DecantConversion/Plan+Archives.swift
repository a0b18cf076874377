package import DecantCore

/// The treatment of archives, whose digests must stay valid.
///
/// An archive is recognized by its content. It contains the types of its values, so it is read and
/// written as tagged, whatever the plan's fidelity, unless only a part of it is written.
extension Plan {
  var seesArchives: Bool { type == nil }

  var readingArchives: Plan {
    var plan = self
    plan.reading = reading.ofArchives
    plan.fidelity = .tagged
    return plan
  }

  var writingArchives: Plan { writesWhole ? readingArchives : self }

  /// Throws if the plan would invalidate the digest of the archive at `offset`.
  func checkArchive(at offset: Int) throws(DecantError) {
    if target.refinedFamily != nil, writesWhole {
      throw DecantError(.archive(.inKeyedArchive), offset: offset)
    }
    if keyStyle != nil, writesWhole { throw DecantError(.archive(.keysInStyle), offset: offset) }
  }

  private var writesWhole: Bool {
    (pointer?.tokens.isEmpty ?? true) && gathering != .split
  }
}

extension ReadingOptions {
  /// The options for archives, whose content must not depend on the caller's options.
  package var ofArchives: ReadingOptions {
    var options = adapted(to: .tagged)
    options.isOfArchive = true
    return options
  }
}

extension Value {
  /// Whether the value is a mapping that begins with the key of archives and has other keys.
  var isArchive: Bool {
    guard let mapping, mapping.count > 1, let first = mapping.first else { return false }
    return first.key.string == ArchiveEnvelope.Field.archiver.rawValue
      && first.value.string == ArchiveEnvelope.archiver
  }
}
