internal import DecantCore

/// An outline of edited documents, which proves that they read as expected without reading all of them.
///
/// It leaves out the contents of collections away from the edits, and the runs of siblings between those that are kept:
///
///     original │ { "a": [1, 2, 3], "b": 4, "c": 5, "d": 6, "e": 7 }
///     set /d 0 │ { "a": [], "c": 5, "d": 0, "e": 7 }
///
/// The result is valid and has the expected events if its outline has those of the edited nodes in memory, and if an
/// event begins wherever something is left out, except after the last document in memory, which has no edit:
///
/// 1. The reader accepts what is left out, because it has read all of the original.
/// 2. In a format of brackets, how a reader continues at the beginning of an event depends only on the open collections,
///    their keys, and whether an item may follow. These are the same on both sides of what is left out, in the original
///    and in the result: at its start the reader is as in the original, and after it as in the outline. No rule depends
///    on a number of bytes.
/// 3. No new key is equal to one that is left out: a path leads to each new key, and children on a path are kept.
///
/// In YAML, only children of block collections are left out, and a child has the same indentation and indicator as the
/// one after what is left out, which are all that a line depends on. From the first anchor on, documents are not outlined. A
/// document is left out if it begins with a marker and the next one too, or neither.
///
/// Without a syntax, the outline is the whole result.
struct EditOutline {
  private let syntax: (any OutlinedSyntax)?
  private let original: EditedBytes
  private var replacement: EditedBytes.Replacement
  /// The ranges of the result that are left out.
  private(set) var omissions = RangeList()
  private(set) var expected: DocumentDigest
  /// The end of the last edit in the result.
  private var editEnd = -1

  /// The last of a run of documents without edits; those before it are left out.
  private var idle: (start: Int, beginning: [UInt8], last: EditedDocument)?

  /// The first of a run of documents that are not in memory, all of which begin equally.
  private var skipped: (start: Int, beginning: [UInt8])?

  init(of text: EditedBytes, by syntax: (any OutlinedSyntax)?, ordersKeys: Bool = true) {
    self.syntax = syntax
    expected = DocumentDigest(ordersKeys: ordersKeys)
    original = text
    replacement = EditedBytes.Replacement(of: text)
  }

  mutating func add(_ document: EditedDocument) throws(DecantError) {
    guard let syntax else { return try add(document, [], []) }
    let start = document.nodes.start
    if skipped != nil, document.nodes.isEmpty { return }
    let beginning = syntax.beginning(ofDocumentAt: start, in: document.bytes)
    try addSkipped(before: document)
    if document.nodes.isEmpty {
      try addIdle()
      skipped = (start, beginning)
    } else if idle?.beginning == beginning {
      idle?.last = document
    } else {
      try addIdle()
      idle = (start, beginning, document)
    }
  }

  /// Throws if edits overlap, or are next to what is left out.
  mutating func add(
    _ document: EditedDocument, _ edits: [ByteEdit], _ changes: [TapeEdit]
  ) throws(DecantError) {
    try addIdle()
    try addSkipped(before: document)
    // A sort does not promise to keep the order of edits at the same place.
    let order = edits.indices.sorted {
      (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1)
    }
    var rest = order.map { edits[$0] }.joiningRemovals[...]
    let changes = changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for omission in syntax?.omissions(of: document) ?? [] {
      while let edit = rest.first, edit.range.upperBound < omission.lowerBound {
        try apply(edit)
        rest.removeFirst()
      }
      if let edit = rest.first, edit.range.lowerBound <= omission.upperBound {
        guard edit.range.contains(omission) else { throw DecantError(.unverified) }
      } else {
        try leaveOut(omission)
      }
    }
    for edit in rest { try apply(edit) }
    try expect(document.tape, changes)
  }

  private mutating func apply(_ edit: ByteEdit) throws(DecantError) {
    guard let place = replacement.result(of: edit.range)?.lowerBound,
      place > omissions.end, try replacement.apply(edit)
    else { throw DecantError(.unverified) }
    editEnd = place + edit.bytes.count
  }

  private mutating func leaveOut(_ range: Range<Int>) throws(DecantError) {
    guard let range = replacement.result(of: range),
      range.lowerBound > max(omissions.end, editEnd)
    else { throw DecantError(.unverified) }
    try omissions.append(range)
  }

  private mutating func addIdle() throws(DecantError) {
    guard let (start, _, last) = idle else { return }
    idle = nil
    if start < last.nodes.start { try leaveOut(start..<last.nodes.start) }
    try add(last, [], [])
  }

  private mutating func addSkipped(before document: EditedDocument) throws(DecantError) {
    guard let (start, beginning) = skipped, let syntax else { return }
    skipped = nil
    let end = document.nodes.start
    guard syntax.beginning(ofDocumentAt: end, in: document.bytes) == beginning else {
      throw DecantError(.unverified)
    }
    try leaveOut(start..<end)
  }

  private mutating func expect(
    _ tape: Tape, _ changes: [TapeEdit]
  ) throws(DecantError) {
    expected.add(delimiter: .beginDocument)
    var place = 0
    for change in changes {
      guard change.range.lowerBound >= place else { throw DecantError(.unverified) }
      tape.add(place..<change.range.lowerBound, to: &expected)
      for new in change.new { new.tape.add(0..<new.tape.count, to: &expected) }
      place = change.range.upperBound
    }
    tape.add(place..<tape.count, to: &expected)
    expected.add(delimiter: .endDocument)
  }

  /// Returns the result; then the outline is complete.
  mutating func finish() throws(DecantError) -> EditedBytes {
    try addIdle()
    if let (start, _) = skipped { try leaveOut(start..<original.count) }
    return replacement.finish()
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Self) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
