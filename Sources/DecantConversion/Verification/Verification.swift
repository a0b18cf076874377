package import DecantCore

/// The ways in which a file is read before it is put in its place.
package struct Verification {
  /// A plan with a record of the values that it has written, which must be read back.
  package var plan: Plan?
  /// A format whose other parser must read the same.
  package var format: Format?
  /// What that parser reads in place of the whole file: the parts around its changes.
  package var excerpt: (any ByteSource)?

  package init(
    plan: Plan? = nil, format: Format? = nil, excerpt: (any ByteSource)? = nil
  ) {
    (self.plan, self.format, self.excerpt) = (plan, format, excerpt)
  }

  package func check(_ name: String, _ readBack: () -> any ByteSource) throws(DecantError) {
    do throws(DecantError) {
      if let plan { try plan.written?.verify(readBack(), by: plan) }
      if let format { _ = try SecondOpinion.confirms(excerpt ?? readBack(), as: format) }
    } catch {
      throw error.about(name)
    }
  }
}

extension Plan {
  /// Has the values recorded that are written, if the output can be read back.
  package mutating func record() {
    // Scalars without their syntax are not documents.
    guard target.isReadable, scalars == .inFormat else { return }
    written = WrittenValues(of: self)
  }
}

/// The verification of a written file by another parser, because a reader and a writer by the same hands can share a mistake.
package enum SecondOpinion {
  /// Returns whether the other parser reads what decant reads, or there is none for the format.
  ///
  /// False where the two are known to differ. Throws if the other parser reads another text in the same place.
  package static func confirms(
    _ written: any ByteSource, as format: Format
  ) throws(DecantError) -> Bool {
    guard let portability = format.portability else { return true }
    var window = Window(written)
    do throws(DecantError) {
      try window.decodeUnicode()
      return try portability.confirm(&window)
    } catch {
      guard error.problem == .tooLong else { throw error }
      return false
    }
  }
}

/// What is wrong with a written file that is read back before it is put in its place.
package enum VerificationProblem: SpecificProblem {
  case differs
  case unreadable(String)

  package var message: String {
    switch self {
    case .differs: "the result differs from the source"
    case .unreadable(let message): "the result cannot be read back: \(message)"
    }
  }

  package var hint: String? {
    "this is a defect of decant, of a format that was added to it, or of the disk; nothing was changed"
  }

  package var category: DecantError.Category { .defect }

  package var isAboutValue: Bool { self == .differs }
}

extension DecantError.Problem {
  package static func verification(_ problem: VerificationProblem) -> Self { .specific(problem) }
}
