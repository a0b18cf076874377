internal import DecantConversion
internal import DecantCore

/// How often each comment is in a text.
struct CommentCounts {
  private var counts: [KeyText: Int] = [:]

  init() {}

  /// Nil if the text cannot be read.
  init?(
    _ bytes: [UInt8], as format: Format, _ options: ReadingOptions, among registry: FormatRegistry
  ) {
    var options = options
    options.comments = true
    do {
      var input = try Input(MemorySource(bytes), named: "", as: format, among: registry)
      var reading = try InputReading(
        of: input, options, stages: options.makeDocumentStages(for: format))
      var isMore = true
      while isMore {
        isMore = try reading.advance(&input) { (batch) throws(DecantError) in
          for index in 0..<batch.count where batch[index].kind.isComment {
            batch.withText(of: batch[index]) { text in
              counts[KeyText(String(utf8: text)), default: 0] += 1
            }
          }
        }
      }
    } catch {
      return nil
    }
  }

  /// The comments that a merge has: those that a side added, and those that neither removed.
  func merged(_ ours: Self, _ theirs: Self) -> Self {
    var merged = ours
    for key in Set(ours.counts.keys).union(theirs.counts.keys) {
      let (first, second) = (ours.counts[key, default: 0], theirs.counts[key, default: 0])
      merged.counts[key] = min(first + second - counts[key, default: 0], max(first, second))
    }
    return merged
  }

  /// The comments of both.
  func joined(with other: Self) -> Self {
    var joined = self
    for (key, count) in other.counts { joined.counts[key, default: 0] += count }
    return joined
  }

  func contains(_ other: Self) -> Bool {
    other.counts.allSatisfy { counts[$0.key, default: 0] >= $0.value }
  }
}

extension Event.Kind {
  fileprivate var isComment: Bool { self == .comment || self == .trailingComment }
}
