/// Makes keyed containers for one type of keys.
///
/// Makers are classes without instances, and passed on as types, which nobody counts.
class KeyedContainerMaker<Key: CodingKey> {
  class func container(_ session: DecodingSession, _ node: Int) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(NodeKeyedDecodingContainer<Key>(session: session, node: node))
  }
}

/// A maker that has the type of its containers at hand, as an argument of its own type.
private final class ReadyMaker<Container: MakeableContainer>: KeyedContainerMaker<Container.Key> {
  override class func container(
    _ session: DecodingSession, _ node: Int
  ) -> KeyedDecodingContainer<Container.Key> {
    KeyedDecodingContainer(Container(session: session, node: node))
  }
}

/// A keyed container of a node.
private protocol MakeableContainer: KeyedDecodingContainerProtocol {
  init(session: DecodingSession, node: Int)
}

extension NodeKeyedDecodingContainer: MakeableContainer {}

/// The makers of keyed containers for the types of keys that have been asked for.
///
/// The runtime finds the type of a container by its type of keys, which takes it longer than all else that
/// a container needs. A type of keys that comes again gets a maker, which knows.
final class KeyedContainerMakers {
  private let makers = TypeTable<AnyClass?>()

  /// The maker for a type of keys; nil for one that has not come before.
  @inline(__always)
  func maker<Key: CodingKey>(for type: Key.Type) -> KeyedContainerMaker<Key>.Type? {
    guard case .some(.some(let maker)) = makers[ObjectIdentifier(type)] else {
      return newMaker(for: type)
    }
    return certain(maker, as: KeyedContainerMaker<Key>.self)
  }

  /// Notes that a type has come; a maker for one that has come before.
  @inline(never)
  private func newMaker<Key: CodingKey>(for type: Key.Type) -> KeyedContainerMaker<Key>.Type? {
    let isKnown = makers[ObjectIdentifier(type)] != nil
    let maker = isKnown ? ReadyMaker<NodeKeyedDecodingContainer<Key>>.self : nil
    makers.keep(maker, for: ObjectIdentifier(type))
    return maker
  }
}
