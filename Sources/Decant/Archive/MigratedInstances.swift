/// The new instances that a typed migration makes of old ones: of each old instance one, so that identity stays.
///
///     init(migrating old: BookV1) throws {
///       let notes = MigratedInstances { (old: NoteV1) in Note(old.text, comment: old.remark) }
///       self.notes = try old.notes.map { try notes($0) }
///       pinned = try old.pinned.map { try notes($0) }
///     }
///
/// References between them, such as those of parents and children, are set by `connect`, once the new instance is known:
///
///     let folders = MigratedInstances { (old: FolderV1) in
///       Folder(old.title)
///     } connect: { new, old, folders in
///       new.children = try old.children.map { try folders($0) }
///       new.parent = try old.parent.map { try folders($0) }
///     }
public final class MigratedInstances<Old: AnyObject, New: AnyObject> {
  private let make: (Old) throws -> New
  private let connect: (New, Old, MigratedInstances) throws -> Void
  // The old ones too, because another instance could reuse the address of a released one.
  private var known: [ObjectIdentifier: (old: Old, new: New)] = [:]
  private var waiting: [(old: Old, new: New)] = []
  private var isConnecting = false

  /// Creates a migration of instances.
  public init(
    _ make: @escaping (Old) throws -> New,
    connect: @escaping (New, Old, MigratedInstances) throws -> Void = { _, _, _ in }
  ) {
    self.make = make
    self.connect = connect
  }

  /// Returns the new instance of an old one.
  ///
  /// What it refers to is set when the first of nested calls returns: so long chains need no deep recursion.
  public func callAsFunction(_ old: Old) throws -> New {
    if let (_, new) = known[ObjectIdentifier(old)] { return new }
    let new = try make(old)
    known[ObjectIdentifier(old)] = (old, new)
    waiting.append((old, new))
    guard !isConnecting else { return new }
    isConnecting = true
    defer { isConnecting = false }
    while let (old, new) = waiting.popLast() { try connect(new, old, self) }
    return new
  }
}
