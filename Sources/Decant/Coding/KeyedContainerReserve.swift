/// Keyed containers of one type, each of which is used again as soon as nobody else holds it.
///
/// The standard library takes longer to make a keyed container than a small value takes for all else: it looks for
/// the type of the object that a container consists of, and for memory. Most containers are let go of before
/// the next one of their type is asked for:
///
///     reserve ──▶ object ──▶ KeyedPlace ──▶ DecodingSession
///                   ▲          node: the mapping that is being decoded
///     init(from:) ──┘
///
/// A reserve is generic over the whole type of its containers, which it then has at hand. The type of their keys
/// alone would leave it to look for the other.
class KeyedContainerReserve<Container>: ContainerReserve {
  /// A container of a mapping.
  func container(_ session: DecodingSession, _ node: Int) -> Container {
    preconditionFailure("a reserve of nothing")
  }
}

/// A reserve of any type of containers.
class ContainerReserve {
  /// Lets go of the document; what somebody still holds stays as it is.
  func clear() {}
}

/// The one kind of reserve, whose whole type those who ask it would have to look for.
final class PlacedContainerReserve<Container: PlacedContainer>: KeyedContainerReserve<Container> {
  /// What the container in reserve consists of.
  private var object: AnyObject?
  /// The same, for those who do not keep it.
  private var uncounted: Uncounted<AnyObject>?
  private var place: KeyedPlace?
  /// What has a container while the one here is held, for a value inside of another one of its type.
  private var inner: PlacedContainerReserve?
  private let depth: Int
  private static var greatestDepth: Int { 16 }

  init(depth: Int = 0) {
    self.depth = depth
  }

  override func container(_ session: DecodingSession, _ node: Int) -> Container {
    guard isKnownUniquelyReferenced(&object), place?.session === session, let uncounted else {
      return newContainer(session, node)
    }
    place?.node = node
    return whole(of: uncounted, as: Container.self)
  }

  @inline(never)
  private func newContainer(_ session: DecodingSession, _ node: Int) -> Container {
    guard let place else {
      let place = KeyedPlace(session, node)
      let container = Container(place)
      let object = soleObject(of: container)
      (self.place, self.object, uncounted) = (place, object, Uncounted(object))
      return container
    }
    guard place.session === session, depth < Self.greatestDepth else {
      return Container(KeyedPlace(session, node))
    }
    let inner = inner ?? PlacedContainerReserve(depth: depth + 1)
    self.inner = inner
    return inner.container(session, node)
  }

  override func clear() {
    (place, object, uncounted) = (nil, nil, nil)
    inner?.clear()
  }
}
