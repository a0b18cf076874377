/// What is special about places on a tape, in the order of their indexes.
struct TapeNotes {
  struct Note {
    /// A number that no other note of the document has.
    let id: Int
    /// The index of the node on the tape.
    fileprivate(set) var index: Int
    let remark: Remark
  }

  enum Remark {
    /// The node is on another tape.
    case side(OpenTape)
    /// The node is a shared instance, whose content is there or elsewhere.
    case instance(Int)
    /// The node is a weak reference to a shared instance.
    case reference(Int)
    /// The keys of the mapping are data, which no key style changes.
    case dataKeys
    /// The value is replaced by one that its key was given later.
    case replaced(by: Int)
    /// The key, and its value, are at an earlier place.
    case dropped
  }

  private var list: [Note] = []

  var count: Int { list.count }
  var isEmpty: Bool { list.isEmpty }

  subscript(place: Int) -> Note { list[place] }

  // MARK: Looking up

  /// The place of the first note about the node at `index` or a later one.
  func first(at index: Int) -> Int {
    var lower = 0
    var upper = list.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if list[middle].index < index { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// Whether `isWanted` accepts a remark about the node at `index`, of those from `place` on.
  func contains(
    at index: Int, from place: Int? = nil, where isWanted: (Remark) -> Bool
  ) -> Bool {
    list[(place ?? first(at: index))...].prefix { $0.index == index }
      .contains { isWanted($0.remark) }
  }

  /// Whether the keys of the mapping at `index` are data.
  func hasDataKeys(_ index: Int) -> Bool {
    contains(at: index) { if case .dataKeys = $0 { true } else { false } }
  }

  /// Whether the key at `index`, and its value, are at an earlier place.
  func isDropped(_ index: Int) -> Bool {
    contains(at: index) { if case .dropped = $0 { true } else { false } }
  }

  func place(of id: Int) -> Int {
    list.firstIndex { $0.id == id } ?? list.count
  }

  // MARK: Changing

  /// Adds a note about the last node that there is a note about, or a later one.
  mutating func append(_ remark: Remark, at index: Int, id: Int) {
    list.append(Note(id: id, index: index, remark: remark))
  }

  /// Adds notes about any nodes, before the other notes about each.
  mutating func insert(_ notes: [Note]) {
    guard !notes.isEmpty else { return }
    list = notes + list
    restoreOrder(from: 0)
  }

  /// Removes the notes about nodes from `index` on, the last one first.
  mutating func removeAll(from index: Int = 0, _ report: (Note) -> Void = { _ in }) {
    while let note = list.last, note.index >= index {
      list.removeLast()
      report(note)
    }
  }

  /// Gives the notes about nodes from `index` on, which were moved, their new indexes.
  mutating func move(from index: Int, _ newIndex: (Int) -> Int) {
    let first = first(at: index)
    for place in first..<list.count { list[place].index = newIndex(list[place].index) }
    restoreOrder(from: first)
  }

  private mutating func restoreOrder(from place: Int) {
    // The sort is stable, which keeps the notes about one node in order.
    list[place...].sort { $0.index < $1.index }
  }
}

extension TapeNotes.Note {
  init(_ remark: TapeNotes.Remark, at index: Int, id: Int) {
    self.init(id: id, index: index, remark: remark)
  }
}
