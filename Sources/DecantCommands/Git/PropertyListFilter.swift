internal import DecantCore
internal import DecantChanges
internal import DecantPropertyList
internal import DecantConversion

/// The conversion of binary property lists to the XML that git stores, and back.
///
///     working tree ── clean ──▶ repository ── smudge ──▶ working tree
///     binary                    XML                      XML, or binary
///
/// All other bytes stay as they are, in both directions. Converting is without loss, or refused:
///
/// - Clean verifies that its XML, converted back, has the values of the binary file.
/// - Smudge converts only XML that clean stores again with the same bytes.
struct PropertyListFilter {
  let checkout: Checkout
  let keyOrder: Plan.KeyOrder

  /// The format of property lists in the working tree.
  enum Checkout: String, CaseIterable {
    case xml = "xml1"
    case binary = "binary1"
  }

  /// The beginning of all versions of the format that can be read.
  private static let magic = Array("bplist0".utf8)

  /// Returns the content to store; throws if XML cannot represent a binary property list.
  func clean(_ content: ScratchFile) throws(DecantError) -> ScratchFile {
    guard try content.begins(with: Self.magic) else { return content }
    let text = ScratchFile()
    try convert(content, from: .binaryPropertyList, to: .xmlPropertyList, text)
    let binary = ScratchFile()
    do throws(DecantError) {
      try restore(text, binary)
      // Equal values have equal binary property lists, if the same program writes them.
      try compare(
        binary, withConversionOf: content, from: .binaryPropertyList, to: .binaryPropertyList)
    } catch {
      guard error.category == .input else { throw error }
      throw DecantError(.git(.notRestored(firstDifference(of: binary, from: content))))
    }
    return text
  }

  /// Content for the working tree.
  struct Smudged {
    var content: ScratchFile
    /// Whether a property list stays XML although binary was requested.
    var staysXML = false
  }

  func smudge(_ content: ScratchFile) throws(DecantError) -> Smudged {
    guard checkout == .binary else { return Smudged(content: content) }
    let binary = ScratchFile()
    do throws(DecantError) {
      try restore(content, binary)
      return Smudged(content: binary)
    } catch {
      guard error.category == .input else { throw error }
      // Clean does not produce content with another error.
      let staysXML = error.problem == .git(.notAsStored)
      return Smudged(content: content, staysXML: staysXML)
    }
  }

  /// Converts XML to a binary property list; throws unless clean converts that to the same XML.
  private func restore(_ text: ScratchFile, _ binary: ScratchFile) throws(DecantError) {
    try convert(text, from: .xmlPropertyList, to: .binaryPropertyList, binary)
    try compare(text, withConversionOf: binary, from: .binaryPropertyList, to: .xmlPropertyList)
  }

  private func compare(
    _ expected: ScratchFile, withConversionOf content: ScratchFile,
    from source: Format, to target: Format
  ) throws(DecantError) {
    let comparison = ByteComparison(
      with: expected.readBack(), orThrow: DecantError(.git(.notAsStored)))
    try convert(content, from: source, to: target, comparison)
    try comparison.finish()
  }

  private func convert(
    _ content: ScratchFile, from source: Format, to target: Format,
    _ destination: any ByteDestination
  ) throws(DecantError) {
    var plan = Plan(to: target)
    plan.fidelity = .strict
    plan.keyOrder = keyOrder
    plan.comments = .dropped
    plan.output = .file
    var input = try Input(content.readBack(), as: source)
    var pipeline = try Pipeline(plan, to: destination)
    try pipeline.convert(&input)
    try pipeline.finish()
  }

  /// Returns the place of the first value that was not restored; nil if it is not known.
  private func firstDifference(
    of restored: ScratchFile, from original: ScratchFile
  ) -> DocumentPointer? {
    guard let old = try? Document(reading: original.readBack(), as: .binaryPropertyList),
      let new = try? Document(reading: restored.readBack(), as: .binaryPropertyList),
      let change = try? new.changes(from: old).first
    else { return nil }
    return change.oldPlace ?? change.newPlace
  }
}

extension ScratchFile {
  fileprivate func begins(with bytes: [UInt8]) throws(DecantError) -> Bool {
    var window = Window(readBack(), capacity: bytes.count)
    while window.count < bytes.count {
      guard try window.refill() else { return false }
    }
    return window.withBytes { [UInt8]($0.extracting(0..<bytes.count)) } == bytes
  }
}
