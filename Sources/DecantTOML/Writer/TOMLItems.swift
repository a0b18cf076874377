internal import DecantCore
internal import DecantEditing

/// The items of tables in braces as a document of TOML has them: pairs whose keys can have dots.
struct TOMLItems: ~Copyable {
  struct Item {
    let position: UInt32
    /// Where the pair begins on the tape.
    let start: Int
    /// The parts of the key before the last one, among the keys.
    let keys: Range<Int>
  }

  private var items: [Item] = []
  /// The entries of keys on the tape.
  private(set) var keys = Buffer<Int>()

  init() {}

  subscript(index: Int) -> Item { items[index] }

  /// Appends the items of a mapping in the order of the text, if it is that of the events, and returns their indices.
  mutating func append(itemsOf mapping: Int, _ document: borrowing Tape) -> Range<Int> {
    let first = items.count
    var path: [Int] = []
    // The ends of the open tables of dotted keys, with the position of the last item before them.
    var ends: [(end: Int, last: Int, first: Int)] = [(document.partner(of: mapping), -1, .max)]
    var isAsRead = true
    var hasDots = false
    var next = document.endOfTrailingComments(from: mapping + 1)
    while let top = ends.last {
      guard let pair = document.pair(at: next, before: top.end, isKeyed: true) else {
        ends.removeLast()
        _ = path.popLast()
        next = document.endOfTrailingComments(from: top.end + 1)
        guard !ends.isEmpty else { break }
        isAsRead = isAsRead && top.first > ends[ends.count - 1].last
        ends[ends.count - 1].last = top.first
        ends[ends.count - 1].first = min(ends[ends.count - 1].first, top.first)
        continue
      }
      let end = document.partner(of: pair.value)
      if document[pair.value].kind == .beginMapping, document[pair.value].style == .dotted,
        end > pair.value + 1
      {
        hasDots = true
        path.append(pair.key)
        ends.append((end, -1, .max))
        next = document.endOfTrailingComments(from: pair.value + 1)
        continue
      }
      let start = keys.count
      for key in path { keys.append(key) }
      let position = document[pair.key].position
      items.append(Item(position: position, start: next, keys: start..<keys.count))
      isAsRead = isAsRead && Int(position) > ends[ends.count - 1].last
      ends[ends.count - 1].last = Int(position)
      ends[ends.count - 1].first = min(ends[ends.count - 1].first, Int(position))
      next = pair.next
    }
    if hasDots, isAsRead { items[first...].sort { $0.position < $1.position } }
    return first..<items.count
  }
}
