internal import DecantConversion
internal import DecantCore

/// How often each comment is in a text, by the node that it belongs to.
struct CommentCounts: Equatable {
  private struct Comment: Hashable {
    /// The keys on the path of the node above or beside which it stands; nil for elements of lists.
    let owner: [KeyText?]
    let text: KeyText
  }

  private var counts: [Comment: Int] = [:]

  package init() {}

  /// Nil if the text cannot be read.
  package init?(
    _ bytes: [UInt8], as format: Format, _ options: ReadingOptions, among registry: FormatRegistry
  ) {
    var options = options
    options.comments = true
    var path: [KeyText?] = []
    var pending: [KeyText] = []
    do {
      var input = try Input(MemorySource(bytes), named: "", as: format, among: registry)
      var reading = try InputReading(
        of: input, options, stages: options.makeDocumentStages(for: format))
      var isMore = true
      while isMore {
        isMore = try reading.advance(&input) { (batch) throws(DecantError) in
          for index in 0..<batch.count {
            let event = batch[index]
            switch event.kind {
            case .comment: pending.append(batch.key(of: event))
            case .trailingComment: add([batch.key(of: event)], to: path)
            case .beginDocument, .endDocument, .anchor, .tag, .notation, .blankLine: break
            default:
              if event.depthChange < 0 { path.removeLast() }
              if event.isKey, !path.isEmpty { path[path.count - 1] = batch.key(of: event) }
              add(pending, to: path)
              pending = []
              if event.depthChange > 0 { path.append(nil) }
            }
          }
        }
      }
    } catch {
      return nil
    }
    add(pending, to: path)
  }

  private mutating func add(_ comments: [KeyText], to path: [KeyText?]) {
    for text in comments {
      counts[Comment(owner: path, text: text), default: 0] += 1
    }
  }

  /// The comments that a merge has: those that a side added, and those that neither removed; nil if both changed those of one node.
  package func merged(_ ours: Self, _ theirs: Self) -> Self? {
    var merged = Self()
    var (areGone, areNew) = (false, false)
    // The keys to which one side added a comment.
    var owners: (ours: Set<[KeyText?]>, theirs: Set<[KeyText?]>) = ([], [])
    for comment in Set(ours.counts.keys).union(theirs.counts.keys).union(counts.keys) {
      let (old, first, second) = (
        counts[comment, default: 0], ours.counts[comment, default: 0],
        theirs.counts[comment, default: 0]
      )
      areGone = areGone || max(first, second) < old
      areNew = areNew || max(first, second) > old && first != second
      if !comment.owner.contains(nil) {
        if first > old, second <= old { owners.ours.insert(comment.owner) }
        if second > old, first <= old { owners.theirs.insert(comment.owner) }
      }
      let count = min(first + second - old, max(first, second))
      if count > 0 { merged.counts[comment] = count }
    }
    let areTwo = !owners.ours.isDisjoint(with: owners.theirs)
    return areGone && areNew || areTwo ? nil : merged
  }

  /// The comments of both.
  package func joined(with other: Self) -> Self {
    var joined = self
    for (comment, count) in other.counts { joined.counts[comment, default: 0] += count }
    return joined
  }

  /// Whether each text is here as often as there, with any node.
  package func contains(_ other: Self) -> Bool {
    let (own, needed) = (texts, other.texts)
    return needed.allSatisfy { own[$0.key, default: 0] >= $0.value }
  }

  private var texts: [KeyText: Int] {
    counts.reduce(into: [:]) { $0[$1.key.text, default: 0] += $1.value }
  }
}

extension EventBatch {
  fileprivate borrowing func key(of event: Event) -> KeyText {
    withText(of: event) { KeyText(String(utf8: $0)) }
  }
}
