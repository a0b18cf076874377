internal import DecantConversion
internal import DecantCore
internal import DecantEditing

/// Finds what edits on some paths do not need of a document, while it is read.
///
/// In a collection on a path stay the first child, the last two, those on a path, and the child before and the child after
/// each of these. Runs of other children are left out. Where brackets show the ends of collections, so is all that is in
/// collections away from the paths, and else, in those beside a path, what would be left out with a path to no child:
///
///     original     │ { "a": [1, 2, 3], "b": 4, "c": 5, "d": 6, "e": 7 }
///     on path /d   │ { "a": [], "c": 5, "d": 6, "e": 7 }
struct Thinning {
  private let number: Int?
  private let hasBrackets: Bool
  private let hasParts: Bool
  private let isInterchangeable: (Int, Int) -> Bool
  /// Shorter runs stay: to read them again costs no more than to leave them out.
  private let shortest: Int

  /// The ranges that are left out, in ascending order.
  private(set) var omissions: [Range<Int>] = []
  /// The runs among them, by the offset of the child after each.
  private(set) var gaps: [Int: DocumentGap] = [:]

  private let follower: PathFollower
  /// The documents, and the open collections on the paths.
  private var open = [Collection()]
  /// Where the contents of the collection away from the paths begin.
  private var contentStart: Int?
  private var hasAnchors = false
  /// Where the last node begins, if collections may continue elsewhere, and whether all nodes are in the order of the text.
  private var lastStart = 0
  private(set) var isInOrder = true

  /// Creates a finder for all documents or for one of them, counted from 1.
  init(
    of text: EditedBytes, by syntax: any ThinnableSyntax, paths: [NeededPath],
    ofDocument number: Int?, shortest: Int
  ) {
    follower = PathFollower(FollowedPaths(paths))
    self.number = number
    self.shortest = shortest
    hasBrackets = syntax.hasBrackets
    hasParts = syntax.hasParts
    isInterchangeable = {
      syntax.beginning(at: $0, in: text) == syntax.beginning(at: $1, in: text)
    }
  }

  /// A collection on a path, or the documents.
  private struct Collection {
    /// Whether runs of its children can be left out.
    var hasRuns = true
    var count = 0
    var run: Run?
    /// The child before the one that is read, which stays if that is on a path.
    var recent: Child?
    var current: Child?
    /// The number of children that stay before the next run.
    var keptCount = 1
  }

  private struct Child {
    let start: Int
    var isText: Bool
  }

  private struct Run {
    let start: Int
    /// The number of its first child.
    let first: Int
    var holdsOnlyText = true
  }

  private var top: Int { open.count - 1 }

  /// The number of documents so far.
  var documentCount: Int { open[0].count }

  // MARK: Events

  mutating func add(_ batch: borrowing EventBatch) {
    if hasParts { checkOrder(of: batch) }
    var index = 0
    while true {
      if contentStart != nil { index = follower.skip(index, of: batch) }
      guard index < batch.count else { return }
      add(batch[index], of: batch)
      index &+= 1
    }
  }

  private mutating func checkOrder(of batch: borrowing EventBatch) {
    for index in 0..<batch.count where batch[index].depthChange >= 0 && isInOrder {
      let start = batch.offset(of: batch[index])
      isInOrder = start >= lastStart || batch[index].delimitsDocument
      lastStart = start
    }
  }

  private mutating func add(_ event: Event, of batch: borrowing EventBatch) {
    let offset = batch.offset(of: event)
    if event.kind == .anchor || event.kind == .alias { forgetRuns() }
    if event.kind == .beginDocument {
      beginDocument(at: offset)
    } else if follower.isInside {
      addInside(event, of: batch, at: offset)
    } else if event.kind != .endDocument {
      if event.depthChange >= 0, follower.beginChild() {
        begin(at: offset)
        if follower.leadsThroughElement { keep() }
      }
      addNode(event, of: batch)
    }
  }

  /// Ends the reading; all documents have been read.
  mutating func finish() { endRun(before: open[0].recent, number: open[0].count - 2) }

  // MARK: Nodes

  private mutating func beginDocument(at offset: Int) {
    hasAnchors = false
    begin(at: offset)
    let isFollowed = number == nil || number == documentCount
    follower.beginDocument(isFollowed: isFollowed)
    if isFollowed { keep() }
  }

  private mutating func addNode(_ event: Event, of batch: borrowing EventBatch) {
    let (isAtKey, isOnPath) = (follower.isAtKey, follower.isOnPath)
    let relation = follower.advance(to: event, of: batch)
    guard !event.isAnnotation else { return }
    guard event.depthChange >= 0 else {
      // The last child, which an edit may remove, and the one before it.
      endRun(before: open[top].recent, number: open[top].count - 2)
      open.removeLast()
      return
    }
    if isAtKey, relation == .above { keep() }
    if !isAtKey, event.kind != .string { open[top].current?.isText = false }
    guard event.depthChange > 0 else { return }
    // Without brackets, a collection beside the paths has runs, too.
    if relation == .beside, isOnPath, !hasBrackets { follower.enter(event.kind) }
    contentStart = nil
    guard !follower.isInside else { return }
    open.append(Collection(hasRuns: !hasAnchors && (hasBrackets || event.style != .flow)))
  }

  private mutating func addInside(
    _ event: Event, of batch: borrowing EventBatch, at offset: Int
  ) {
    if contentStart == nil, event.depthChange >= 0 { contentStart = offset }
    let relation = follower.advance(to: event, of: batch)
    guard !follower.isInside, let start = contentStart else { return }
    contentStart = nil
    if hasBrackets, relation == .beside, offset - start >= shortest {
      omissions.append(start..<offset)
    }
  }

  // MARK: Runs

  private mutating func begin(at offset: Int) {
    if open[top].recent?.isText == false { open[top].run?.holdsOnlyText = false }
    open[top].recent = open[top].current
    if open[top].keptCount > 0 {
      open[top].keptCount -= 1
    } else if open[top].run == nil {
      open[top].run = Run(start: offset, first: open[top].count)
      open[top].recent = nil
    } else if let run = open[top].run, let recent = open[top].recent {
      // What was found inside of children that will be left out is not needed.
      forget(from: run.start, to: recent.start)
    }
    open[top].current = Child(start: offset, isText: true)
    open[top].count += 1
  }

  /// Keeps the child that is read, the one before it and the one after it.
  private mutating func keep() {
    endRun(before: open[top].recent, number: open[top].count - 2)
    open[top].keptCount = 1
  }

  /// Leaves out the children from the first one of a run to the one before a child with a number.
  private mutating func endRun(before child: Child?, number: Int) {
    guard let run = open[top].run else { return }
    open[top].run = nil
    guard let end = child?.start, run.start < end, open[top].hasRuns,
      end - run.start >= shortest, isInterchangeable(run.start, end)
    else { return }
    forget(from: run.start, to: end)
    // What is inside of the child was found before the run ended.
    var index = omissions.count
    while index > 0, omissions[index - 1].lowerBound >= end { index -= 1 }
    omissions.insert(run.start..<end, at: index)
    gaps[end] = DocumentGap(count: number - run.first, holdsOnlyText: run.holdsOnlyText)
  }

  private mutating func forget(from start: Int, to end: Int) {
    var first = omissions.count
    while first > 0, omissions[first - 1].lowerBound >= start { first -= 1 }
    var rest = first
    while rest < omissions.count, omissions[rest].lowerBound < end { rest += 1 }
    for omission in omissions[first..<rest] { gaps[omission.upperBound] = nil }
    omissions.removeSubrange(first..<rest)
  }

  /// Keeps everything from here on to the end of the document: an alias depends on an anchor anywhere before it.
  private mutating func forgetRuns() {
    guard !hasAnchors else { return }
    hasAnchors = true
    for index in open.indices.dropFirst() {
      open[index].run = nil
      open[index].hasRuns = false
    }
  }
}
