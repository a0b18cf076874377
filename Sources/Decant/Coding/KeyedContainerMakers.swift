/// Makes keyed containers for one type of keys.
class KeyedContainerMaker<Key: CodingKey> {
  func container(_ session: DecodingSession, _ node: Int) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(NodeKeyedDecodingContainer<Key>(session: session, node: node))
  }
}

/// A maker that has the type of its containers at hand, as an argument of its own type.
private final class ReadyMaker<Container: MakeableContainer>: KeyedContainerMaker<Container.Key> {
  override func container(
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
  /// Nil for a type that has come only once.
  private let makers = TypeTable<AnyObject?>()

  /// A keyed container of a mapping.
  @inline(__always)
  func container<Key: CodingKey>(
    _ session: DecodingSession, _ node: Int, keyedBy type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    guard let known = makers[ObjectIdentifier(type)], let maker = known else {
      return newContainer(session, node, keyedBy: type)
    }
    return certain(maker, as: KeyedContainerMaker<Key>.self).container(session, node)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    _ session: DecodingSession, _ node: Int, keyedBy type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    let isKnown = makers[ObjectIdentifier(type)] != nil
    let maker = isKnown ? ReadyMaker<NodeKeyedDecodingContainer<Key>>() : nil
    makers.keep(maker, for: ObjectIdentifier(type))
    return KeyedDecodingContainer(NodeKeyedDecodingContainer<Key>(session: session, node: node))
  }
}
