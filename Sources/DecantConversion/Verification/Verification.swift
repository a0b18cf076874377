package import DecantCore

/// The ways in which a file is read before it is put in its place.
package struct Verification {
  /// A plan with a record of the values that it has written, which must be read back.
  package var plan: Plan?
  /// A format whose other parser must read the same.
  package var format: Format?

  package init(plan: Plan? = nil, format: Format? = nil) {
    (self.plan, self.format) = (plan, format)
  }

  package func check(_ name: String, _ readBack: () -> any ByteSource) throws(DecantError) {
    do throws(DecantError) {
      if let plan { try plan.written?.verify(readBack(), by: plan) }
      if let format { _ = try SecondOpinion.confirms(readBack(), as: format) }
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
