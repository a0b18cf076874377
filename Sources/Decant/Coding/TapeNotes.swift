/// Notes about nodes of a tape, sorted by the indexes of the nodes.
struct TapeNotes {
  struct Note {
    let id: Int
    fileprivate(set) var index: Int
    let remark: Remark
  }

  enum Remark {
    case side(OpenTape)
    case instance(Int)
    case reference(Int)
    case dataKeys
    /// The value is replaced by a later value of the same key.
    case replaced(by: Int)
    /// The pair repeats a key, and is omitted.
    case dropped
  }

  private var list: [Note] = []

  var count: Int { list.count }
  var isEmpty: Bool { list.isEmpty }

  subscript(place: Int) -> Note { list[place] }

  // MARK: Looking up

  /// Returns the place of the first note about `index` or a later node.
  func first(at index: Int) -> Int {
    var lower = 0
    var upper = list.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if list[middle].index < index { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  func contains(
    at index: Int, from place: Int? = nil, where isWanted: (Remark) -> Bool
  ) -> Bool {
    list[(place ?? first(at: index))...].prefix { $0.index == index }
      .contains { isWanted($0.remark) }
  }

  func hasDataKeys(_ index: Int) -> Bool {
    contains(at: index) { if case .dataKeys = $0 { true } else { false } }
  }

  func isDropped(_ index: Int) -> Bool {
    contains(at: index) { if case .dropped = $0 { true } else { false } }
  }

  func place(of id: Int) -> Int {
    list.firstIndex { $0.id == id } ?? list.count
  }

  // MARK: Changing

  /// Precondition: no note is about a node after `index`.
  mutating func append(_ remark: Remark, at index: Int, id: Int) {
    list.append(Note(id: id, index: index, remark: remark))
  }

  /// Inserts notes about any nodes, before existing notes about the same node.
  mutating func insert(_ notes: [Note]) {
    guard !notes.isEmpty else { return }
    list = notes + list
    restoreOrder(from: 0)
  }

  /// Removes the notes about nodes from `index` on, and reports each, last first.
  mutating func removeAll(from index: Int = 0, _ report: (Note) -> Void = { _ in }) {
    while let note = list.last, note.index >= index {
      list.removeLast()
      report(note)
    }
  }

  mutating func move(from index: Int, _ newIndex: (Int) -> Int) {
    let first = first(at: index)
    for place in first..<list.count { list[place].index = newIndex(list[place].index) }
    restoreOrder(from: first)
  }

  private mutating func restoreOrder(from place: Int) {
    // The sort is stable, so notes about one node stay in order.
    list[place...].sort { $0.index < $1.index }
  }
}

extension TapeNotes.Note {
  init(_ remark: TapeNotes.Remark, at index: Int, id: Int) {
    self.init(id: id, index: index, remark: remark)
  }
}
