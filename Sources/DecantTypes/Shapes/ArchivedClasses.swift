internal import DecantCore

/// The classes of keyed archives, and the objects that have several references.
struct ArchivedClasses {
  struct Target {
    /// The shape where the object is.
    var shape: Int32
    /// The mapping of the object's class, or -1 for a plain collection.
    var mapping: Int32
    /// Whether the object is not yet complete, so that a reference to it leads upward.
    var isOpen = true
  }

  /// A reference from one shape to a plain collection in another.
  struct Link: Hashable, Comparable {
    let from: Int32
    let to: Int32

    static func < (first: Link, second: Link) -> Bool {
      (first.from, first.to) < (second.from, second.to)
    }
  }

  /// The names of classes, in the order in which they were seen.
  private(set) var names: [String] = []
  /// The mapping of each class.
  var mappings: [Int32] = []
  var links: Set<Link> = []
  var pendingAnchor: Int32?
  var pendingClass: Int32?
  /// What the class of the next string says about it.
  var pendingText: Shape.Facts?
  private var numbers: [KeyText: Int32] = [:]
  /// The classes of the archive, by their numbers in it.
  private var classes: [Substring: Int32] = [:]
  private var targets: [Int32: Target] = [:]

  mutating func beginArchive() {
    classes.removeAll()
    targets.removeAll()
    pendingAnchor = nil
    pendingClass = nil
    pendingText = nil
  }

  /// Returns the number of the class with a tag, which contains its name the first time.
  mutating func number(of tag: String) -> (index: Int32, isNew: Bool)? {
    let lines = tag.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return classes[lines[0]].map { ($0, false) } }
    let name = String(lines[1])
    let known = numbers[KeyText(name)]
    let number = known ?? Int32(names.count)
    if known == nil {
      numbers[KeyText(name)] = number
      names.append(name)
    }
    classes[lines[0]] = number
    return (number, known == nil)
  }

  /// Begins a plain collection; returns its number if it has several references, else -1.
  mutating func beginCollection(in shape: Int32) -> Int32 {
    beginObject(-1, in: shape)
  }

  mutating func beginObject(_ mapping: Int32, in shape: Int32) -> Int32 {
    guard let number = pendingAnchor else { return -1 }
    pendingAnchor = nil
    targets[number] = Target(shape: shape, mapping: mapping)
    return number
  }

  mutating func end(_ object: Int32) {
    targets[object]?.isOpen = false
  }

  func target(of number: Int32) -> Target? { targets[number] }
}
