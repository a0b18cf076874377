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

/// The only concrete subclass; callers use the base class, to look up no generic type at run time.
final class PlacedContainerReserve<Container: PlacedContainer>: KeyedContainerReserve<Container> {
  /// What the container in reserve consists of.
  private var object: AnyObject?
  /// The same, for those who do not keep it.
  private var uncounted: Uncounted<AnyObject>?
  private var place: KeyedPlace?
  /// What has a container while the one here is held, for a value inside of another one of its type.
  private var inner: PlacedContainerReserve?
  private static var greatestDepth: Int { 16 }

  override func container(_ session: DecodingSession, _ node: Int) -> Container {
    isFree(for: session) ? movedContainer(node) : otherContainer(session, node)
  }

  /// Whether nobody else holds the container in reserve, which is of the document.
  @inline(__always)
  private func isFree(for session: DecodingSession) -> Bool {
    isKnownUniquelyReferenced(&object) && place?.session === session
  }

  /// The container in reserve, moved to a mapping.
  @inline(__always)
  private func movedContainer(_ node: Int) -> Container {
    guard let uncounted else { preconditionFailure("nothing in reserve") }
    place?.node = node
    return whole(of: uncounted, as: Container.self)
  }

  /// A container of a reserve farther in, or a new one.
  @inline(never)
  private func otherContainer(_ session: DecodingSession, _ node: Int) -> Container {
    var reserve = self
    // Round by round, because each call would take its part of the stack.
    for _ in 0..<Self.greatestDepth {
      if reserve.isFree(for: session) { return reserve.movedContainer(node) }
      guard let place = reserve.place else { return reserve.newContainer(session, node) }
      guard place.session === session else { break }
      let inner = reserve.inner ?? PlacedContainerReserve()
      reserve.inner = inner
      reserve = inner
    }
    return Container(KeyedPlace(session, node))
  }

  /// Makes the container in reserve.
  private func newContainer(_ session: DecodingSession, _ node: Int) -> Container {
    let place = KeyedPlace(session, node)
    let container = Container(place)
    let object = soleObject(of: container)
    (self.place, self.object, uncounted) = (place, object, Uncounted(object))
    return container
  }

  override func clear() {
    (place, object, uncounted) = (nil, nil, nil)
    inner?.clear()
  }
}
