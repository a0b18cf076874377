/// A builder of documents without runs of children that are away from some paths.
///
/// It holds whole nodes, in which the end of a node can be found without a closing bracket. While a long document is read, it
/// leaves out runs each time the part in memory has doubled.
package struct OutlinedDocumentBuilder: DocumentBuilder {
  private let rules: OutlineRules
  private let paths: [PartialDocument.Path]
  private let number: Int?
  private var count = 0
  private var document = PartialDocument()
  private var spare = Tape()
  private var limit: Int
  private var isSkipped = false

  /// Creates a builder for all documents, or for one of them, counted from 1.
  ///
  /// Of the others it keeps the first and the last children, or nothing if it is not the next one and begins with a marker.
  package init(
    by rules: OutlineRules, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) {
    self.rules = rules
    self.paths = paths
    self.number = number
    limit = rules.memoryLimit
  }

  package mutating func add(
    _ batch: borrowing EventBatch,
    receive: (PartialDocument) throws(DecantError) -> Void
  ) throws(DecantError) {
    guard batch.contents.has(.beginDocument, .endDocument) else {
      return try append(0..<batch.count, of: batch)
    }
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try append(start..<index, of: batch)
      start = index + 1
      if batch[index].kind == .endDocument {
        try outline()
        count += 1
        try receive(document)
      }
      let place = batch.offset(of: batch[index])
      document = PartialDocument(at: place)
      limit = rules.memoryLimit
      isSkipped = canSkip(count + 1) && rules.isMarker(place)
    }
    try append(start..<batch.count, of: batch)
  }

  private func canSkip(_ document: Int) -> Bool {
    number.map { document != $0 && document != $0 + 1 } ?? false
  }

  private mutating func append(
    _ range: Range<Int>, of batch: borrowing EventBatch
  ) throws(DecantError) {
    guard !isSkipped else { return }
    try document.append(range, of: batch)
    guard document.size > limit else { return }
    try outline()
    limit = max(rules.memoryLimit, 2 * document.size)
  }

  private mutating func outline() throws(DecantError) {
    let isSelected = number == nil || number == count + 1
    let runs = TapeOutline.runs(of: document, awayFrom: isSelected ? paths : [], by: rules)
    if !runs.isEmpty { try document.leaveOut(runs, keptOn: &spare) }
  }
}

/// What can be left out of documents of a format.
package struct OutlineRules {
  /// Fewer bytes are kept: to read them again costs no more than to leave them out.
  let shortest: Int
  /// Nodes with less memory are kept while a document is read.
  var memoryLimit = Self.usualMemoryLimit
  /// Whether a document that begins at a place begins with a marker.
  var isMarker: (Int) -> Bool = { _ in false }
  /// Whether the bytes from the beginning of a child to that of a later one can be left out.
  let allows: (Range<Int>) -> Bool

  package init(
    shortest: Int, memoryLimit: Int = Self.usualMemoryLimit,
    isMarker: @escaping (Int) -> Bool = { _ in false }, allows: @escaping (Range<Int>) -> Bool
  ) {
    self.shortest = shortest
    self.memoryLimit = memoryLimit
    self.isMarker = isMarker
    self.allows = allows
  }

  package static let usualMemoryLimit = 1 << 20
}
