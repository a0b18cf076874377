/// Instances that share what is said of them.
///
/// Where an instance is met first it is said, and its place is noted. Where it is met again the place stays open.
/// When all is said and somebody met anything twice, the marks are made.
extension EncodingTree {
  /// The shared instances that have been met.
  struct Sharing {
    struct Entry {
      /// Kept, for another instance could take the address of one that is gone.
      let instance: AnyObject
      /// The node that says it, if one does.
      var content: Int?
      /// How many places hold it that lead from the root.
      var reached = 0
      /// Its number, once it has one.
      var number: Int?
      /// Whether it is referred to anywhere besides where it is said.
      var isReferredTo = false
    }

    /// An instance in a place.
    struct Meeting {
      let entry: Int
      var role: Role
    }

    enum Role {
      /// What the instance says stands here.
      case content
      /// It stands elsewhere as well.
      case reference
      /// It stands elsewhere, or nowhere.
      case weakReference
    }

    var entries: [Entry] = []
    private var indexes: [ObjectIdentifier: Int] = [:]
    var lastNumber = 0
    /// The bit of the key that numbers have, in the `keyBits` of a mapping.
    var numberBit: UInt64 = 0
    /// What stands in a place, the outermost first: an instance may say itself by way of another one.
    var meetings: [Int: [Meeting]] = [:]

    /// Notes that an instance is met at a node; gives what it is there.
    mutating func meet(_ instance: AnyObject, at node: Int, weakly isWeak: Bool) -> Role {
      let identity = ObjectIdentifier(instance)
      let index = indexes[identity] ?? entries.count
      if index == entries.count {
        entries.append(Entry(instance: instance))
        indexes[identity] = index
      }
      let role: Role =
        isWeak ? .weakReference : entries[index].content == nil ? .content : .reference
      switch role {
      case .content: entries[index].content = node
      case .reference, .weakReference: entries[index].isReferredTo = true
      }
      meetings[node, default: []].append(Meeting(entry: index, role: role))
      return role
    }

    /// Forgets that an instance was to be said at a node, for that has failed.
    mutating func forget(_ instance: AnyObject, at node: Int) {
      guard let index = indexes.removeValue(forKey: ObjectIdentifier(instance)) else { return }
      entries[index].content = nil
      meetings[node]?.removeAll { $0.entry == index }
    }
  }

  /// Encodes an instance where it stands, or leaves the place open if it has been met before.
  func encode<T: Encodable>(shared value: T, at node: Int, orNothing: () throws -> Void) throws {
    let instance = value as AnyObject
    guard sharing.meet(instance, at: node, weakly: false) == .content else {
      return set(node, .null)
    }
    do {
      try say(value, at: node)
      guard self[node].isVacant else { return }
      try orNothing()
      _ = begin(.beginMapping, at: node)
    } catch {
      sharing.forget(instance, at: node)
      throw error
    }
  }

  /// Leaves a place open for a reference to an instance which stands somewhere else, if it does.
  func encode(referenceTo instance: some SharedInstance, at node: Int) throws {
    guard self[node].isVacant else { throw EncodingError.secondValue(at: path(of: node)) }
    _ = sharing.meet(instance, at: node, weakly: true)
    set(node, .null)
  }
}

extension TreeEncoder {
  /// An encoder as one that keeps shared instances.
  static func sharing(_ encoder: any Encoder, for value: Any) throws -> TreeEncoder {
    guard let encoder = encoder as? TreeEncoder else {
      throw EncodingError.cannotShare(value, encoder: encoder)
    }
    return encoder
  }
}

extension TreeKeyedEncodingContainer {
  func encodeConditional<T: AnyObject & Encodable>(_ object: T, forKey key: Key) throws {
    guard let instance = object as? any SharedInstance else {
      return try encode(object, forKey: key)
    }
    try tree.encode(
      referenceTo: instance, at: tree.setValue(of: tree.name(of: key, in: node), in: node))
  }
}

extension TreeUnkeyedEncodingContainer {
  func encodeConditional<T: AnyObject & Encodable>(_ object: T) throws {
    guard let instance = object as? any SharedInstance else { return try encode(object) }
    try tree.encode(referenceTo: instance, at: tree.appendElement(to: node))
  }
}
