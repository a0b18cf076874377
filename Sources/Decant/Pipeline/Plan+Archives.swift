/// What becomes of documents that are archives, which must stay what their digests say.
///
/// Nobody has to ask for that: an archive says what it is. Its types stand beside its values, so it is
/// read as tagged, and written so too, unless what is written is no archive any more.
extension Plan {
  /// Whether archives are told from other documents: nobody has said what is to become of values.
  var seesArchives: Bool {
    guard type == nil, case .standard = reading.fidelity else { return false }
    return true
  }

  /// The plan for archives as they are read.
  var readingArchives: Plan {
    var plan = self
    plan.reading.fidelity = .tagged
    return plan
  }

  /// The plan for archives as they are written.
  var writingArchives: Plan {
    let isWhole = pointer?.tokens.isEmpty ?? true
    return isWhole && gathering != .split && scalars == .inFormat ? readingArchives : self
  }
}

extension Value {
  /// Whether it is the envelope of an archive: a mapping whose first key says so.
  var isArchive: Bool {
    guard let first = mapping?.first else { return false }
    return first.key.string == ArchiveEnvelope.Field.archiver.rawValue
      && first.value.string == ArchiveEnvelope.archiver
  }
}
