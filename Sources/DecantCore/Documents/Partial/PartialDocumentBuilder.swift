package struct PartialDocumentBuilder: DocumentBuilder {
  private let paths: [PartialDocument.Path]
  private let number: Int?
  private var count = 0
  private var document = PartialDocument()
  private var openCollections: [OpenCollection] = []
  private var skippedDepth = 0
  private var wholeDepth = 0

  /// Creates a builder for all documents, or for one of them, counted from 1; of the others it keeps only the root.
  package init(keeping paths: [PartialDocument.Path], ofDocument number: Int?) {
    self.paths = paths
    self.number = number
  }

  package mutating func add(
    _ batch: borrowing EventBatch,
    receive: (PartialDocument) throws(DecantError) -> Void
  ) throws(DecantError) {
    try batch.events.withSpan { (events) throws(DecantError) in
      var index = 0
      while index < events.count {
        if skippedDepth > 0, !needsSample {
          skip(events, &index)
          if index == events.count { return }
        }
        let event = events[index]
        index &+= 1
        let offset = batch.offset(of: event)
        guard !event.delimitsDocument else {
          if event.kind == .endDocument {
            count += 1
            try receive(document)
          }
          begin(at: offset)
          continue
        }
        if needsSample { document.addSample(event, at: offset) }
        try add(event, of: batch, PartialDocument.Mark(offset: offset, ordinal: 0))
      }
    }
  }

  private var isSelected: Bool { number == nil || number == count + 1 }

  private var needsSample: Bool { isSelected && document.needsSample }

  private mutating func begin(at offset: Int) {
    document = PartialDocument(at: offset)
    openCollections.removeAll(keepingCapacity: true)
    skippedDepth = 0
    wholeDepth = 0
  }

  private mutating func skip(_ events: Span<Event>, _ index: inout Int) {
    var depth = skippedDepth
    while index < events.count {
      let next = depth &+ events[index].depthChange
      guard next > 0 else { break }
      depth = next
      index &+= 1
    }
    skippedDepth = depth
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
    try beginNode(at: mark.offset)
    try keep(event, of: batch, mark)
    guard !event.isAnnotation else { return }
    let top = openCollections.count - 1
    guard top >= 0 else {
      return beginContents(of: event, on: Array(paths.indices), isOnPath: isSelected)
    }
    guard openCollections[top].isAtKey else {
      openCollections[top].holdsOnlyText =
        openCollections[top].holdsOnlyText && event.kind == .string
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

  private mutating func beginNode(at offset: Int) throws(DecantError) {
    let top = openCollections.count - 1
    guard top >= 0, openCollections[top].isBetweenChildren else { return }
    try openCollections[top].beginChild(at: offset, in: &document)
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
      if depth == 0 || openCollections[depth - 1].keepsChild {
        document.collapseLast()
      } else {
        openCollections[depth - 1].child.collapseLast()
      }
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
    mark.endsText =
      !collection.isMapping && collection.childCount > 0 && collection.holdsOnlyText
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
  /// Whether all values so far are strings.
  var holdsOnlyText = true

  private(set) var keepsChild = true
  var child = PartialDocument()
  private var previous = PartialDocument()
  /// The offset of the first child aside after the last one in the document.
  private var gapStart = 0

  /// Where the child that is read, and the one before it, must be removed if more children follow.
  private var provisional: (end: PartialDocument.End, child: Int)?

  init(isMapping: Bool, paths: [Int]) {
    self.isMapping = isMapping
    self.paths = paths
  }

  mutating func beginChild(
    at offset: Int, in document: inout PartialDocument
  ) throws(DecantError) {
    if let provisional { try withdraw(provisional, from: &document) }
    let followsPath = !childPaths.isEmpty && !isOnPathOnlyIfLast
    if keepsChild {
      previous.removeAll()
    } else {
      swap(&previous, &child)
      child.removeAll()
    }
    let followsKeptChild = keepsChild
    keepsChild = childCount == 0 || followsPath
    if followsKeptChild, !keepsChild { gapStart = offset }
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
    let end = document.end
    if let first = previous.marks.first { document.appendGap(from: gapStart, to: first.offset) }
    try document.append(0..<previous.count, of: previous)
    provisional = onlyIfLast ? (end, document.count) : nil
    try document.append(0..<child.count, of: child)
    previous.removeAll()
    child.removeAll()
    keepsChild = true
  }

  private mutating func withdraw(
    _ place: (end: PartialDocument.End, child: Int), from document: inout PartialDocument
  ) throws(DecantError) {
    try child.append(collapsed: place.child, of: document)
    document.truncate(to: place.end)
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

  package mutating func end(in document: inout PartialDocument) throws(DecantError) {
    guard !keepsChild, let first = child.marks.first else { return }
    document.appendGap(from: gapStart, to: first.offset)
    try document.append(0..<child.count, of: child)
  }
}
