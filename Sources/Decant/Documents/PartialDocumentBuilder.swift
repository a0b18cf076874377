struct PartialDocumentBuilder {
  private let paths: [PartialDocument.Path]
  private var document = PartialDocument()
  private var digest = EventDigest()
  private var openCollections: [OpenCollection] = []
  private var skippedDepth = 0
  private var wholeDepth = 0

  init(keeping paths: [PartialDocument.Path]) {
    self.paths = paths
  }

  /// Adds the events of a batch, and passes each document to `receive`; without paths, it has only a digest.
  mutating func add(
    _ batch: borrowing EventBatch,
    receive: (PartialDocument) throws(DecantError) -> Void
  ) throws(DecantError) {
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      var index = 0
      while index < events.count {
        if skippedDepth > 0, digest.count >= PartialDocument.sampleCount {
          skip(events, &index, window, scratch)
          if index == events.count { return }
        }
        let event = events[index]
        index &+= 1
        if event.delimitsDocument {
          if event.kind == .endDocument {
            document.finish(digest)
            try receive(document)
          }
          document = PartialDocument()
          digest = EventDigest()
          continue
        }
        let before = digest
        digest.add(event, window, scratch)
        guard !paths.isEmpty else { continue }
        let mark = PartialDocument.Mark(
          offset: batch.offset(of: event), ordinal: 0, before: before, after: digest)
        if before.count < PartialDocument.sampleCount { document.addSample(event, at: mark.offset) }
        try add(event, of: batch, mark)
      }
    }
  }

  private mutating func skip(
    _ events: Span<Event>, _ index: inout Int, _ window: RawSpan, _ scratch: RawSpan
  ) {
    var digest = digest
    while index < events.count {
      let event = events[index]
      let depth = skippedDepth &+ event.depthChange
      guard depth > 0 else { break }
      skippedDepth = depth
      digest.add(event, window, scratch)
      index &+= 1
    }
    self.digest = digest
  }
}

extension EventDigest {
  @inline(__always)
  fileprivate mutating func add(_ event: Event, _ window: RawSpan, _ scratch: RawSpan) {
    let bytes = event.flags.contains(.inScratch) ? scratch : window
    add(event.kind, event.flags, bytes.extracting(event.textRange))
  }
}

// MARK: - Nodes

extension PartialDocumentBuilder {
  private mutating func add(
    _ event: Event, of batch: borrowing EventBatch, _ mark: PartialDocument.Mark
  ) throws(DecantError) {
    if skippedDepth > 0 {
      skippedDepth += event.depthChange
      guard skippedDepth == 0 else { return }
      try keep(event, of: batch, mark)
      return endNode()
    }
    if wholeDepth > 0 {
      wholeDepth += event.depthChange
      var mark = mark
      mark.ordinal = -1
      try document.append(event, of: batch, mark)
      return wholeDepth == 0 ? endNode() : ()
    }
    guard event.depthChange >= 0 else { return try endCollection(event, of: batch, mark) }
    try beginNode()
    try keep(event, of: batch, mark)
    guard !event.isAnnotation else { return }
    let top = openCollections.count - 1
    guard top >= 0 else {
      return beginContents(of: event, on: Array(paths.indices), isOnPath: true)
    }
    guard openCollections[top].isAtKey else {
      let childPaths = openCollections[top].childPaths
      return beginContents(of: event, on: childPaths, isOnPath: !childPaths.isEmpty)
    }
    if event.depthChange == 0 {
      let matching = batch.withToken(of: event) { key in
        openCollections[top].paths.filter { paths[$0].matches(key, at: top) }
      }
      try openCollections[top].keepChild(on: matching, in: &document)
    }
    beginContents(of: event, on: [], isOnPath: false)
  }

  private mutating func keep(
    _ event: Event, of batch: borrowing EventBatch, _ mark: PartialDocument.Mark
  ) throws(DecantError) {
    let top = openCollections.count - 1
    guard top >= 0 else { return try document.append(event, of: batch, mark) }
    var mark = mark
    mark.ordinal = openCollections[top].childCount - 1
    if openCollections[top].keepsChild {
      try document.append(event, of: batch, mark)
    } else {
      try openCollections[top].child.append(event, of: batch, mark)
    }
  }

  private mutating func beginNode() throws(DecantError) {
    let top = openCollections.count - 1
    guard top >= 0, openCollections[top].isBetweenChildren else { return }
    try openCollections[top].beginChild(in: &document)
    guard !openCollections[top].isMapping, !openCollections[top].paths.isEmpty else { return }
    let number = openCollections[top].childCount - 1
    let matching = openCollections[top].paths.filter {
      paths[$0].matches(element: number, at: top)
    }
    try openCollections[top].keepChild(
      on: matching, in: &document,
      onlyIfLast: matching.allSatisfy { paths[$0].matchesOnlyLast(at: top) })
  }

  private mutating func beginContents(of event: Event, on paths: [Int], isOnPath: Bool) {
    guard event.depthChange > 0 else { return endNode() }
    let depth = openCollections.count
    if !isOnPath {
      skippedDepth = 1
    } else if paths.contains(where: { self.paths[$0].count == depth && self.paths[$0].isWhole }) {
      wholeDepth = 1
    } else {
      openCollections.append(
        OpenCollection(
          isMapping: event.kind == .beginMapping,
          paths: paths.filter { self.paths[$0].count > depth }))
    }
  }

  private mutating func endNode() {
    guard !openCollections.isEmpty else { return }
    openCollections[openCollections.count - 1].endNode()
  }

  private mutating func endCollection(
    _ event: Event, of batch: borrowing EventBatch, _ mark: PartialDocument.Mark
  ) throws(DecantError) {
    guard var collection = openCollections.popLast() else {
      throw DecantError(.malformedEvents("an end without a beginning"), offset: mark.offset)
    }
    try collection.end(in: &document)
    var mark = mark
    mark.ordinal = collection.childCount
    try document.append(event, of: batch, mark)
    endNode()
  }
}

extension EventBatch {
  fileprivate func withToken<R>(of key: Event, _ body: (RawSpan) -> R) -> R {
    if let word = key.kind.word { return word.withBytes(body) }
    return withText(of: key, body)
  }
}

// MARK: - Collections

/// An open collection on a path.
///
/// The child that is read and the one before it are kept aside. Both become part of the document if a path leads to the
/// child; only the child if it is the last one.
///
///     document │ [ │ 1 │      aside │ 6 │ 7 │      read so far: [1, 2, 3, 4, 5, 6, 7
private struct OpenCollection {
  let isMapping: Bool
  let paths: [Int]
  private(set) var childPaths: [Int] = []
  private var isOnPathOnlyIfLast = false
  private(set) var childCount = 0
  private(set) var isBetweenChildren = true
  private(set) var isAtKey = false

  private(set) var keepsChild = true
  var child = PartialDocument()
  private var previous = PartialDocument()

  /// Where the child that is read, and the one before it, must be removed if more children follow.
  private var provisional: (start: Int, textCount: Int, child: Int)?

  init(isMapping: Bool, paths: [Int]) {
    self.isMapping = isMapping
    self.paths = paths
  }

  mutating func beginChild(in document: inout PartialDocument) throws(DecantError) {
    if let provisional { try withdraw(provisional, from: &document) }
    let followsPath = !childPaths.isEmpty && !isOnPathOnlyIfLast
    if keepsChild {
      previous.removeAll()
    } else {
      swap(&previous, &child)
      child.removeAll()
    }
    keepsChild = childCount == 0 || followsPath
    childPaths = []
    childCount += 1
    isBetweenChildren = false
    isAtKey = isMapping
  }

  mutating func keepChild(
    on paths: [Int], in document: inout PartialDocument, onlyIfLast: Bool = false
  ) throws(DecantError) {
    guard !paths.isEmpty else { return }
    childPaths = paths
    isOnPathOnlyIfLast = onlyIfLast
    guard !keepsChild else { return }
    let (start, textCount) = (document.count, document.tape.text.count)
    try document.append(0..<previous.count, of: previous)
    provisional = onlyIfLast ? (start, textCount, document.count) : nil
    try document.append(0..<child.count, of: child)
    previous.removeAll()
    child.removeAll()
    keepsChild = true
  }

  private mutating func withdraw(
    _ place: (start: Int, textCount: Int, child: Int), from document: inout PartialDocument
  ) throws(DecantError) {
    try child.append(collapsed: place.child, of: document)
    document.truncate(to: place.start, textCount: place.textCount)
    childPaths = []
    keepsChild = false
    provisional = nil
  }

  mutating func endNode() {
    if isAtKey {
      isAtKey = false
    } else {
      isBetweenChildren = true
    }
  }

  mutating func end(in document: inout PartialDocument) throws(DecantError) {
    if !keepsChild { try document.append(0..<child.count, of: child) }
  }
}
