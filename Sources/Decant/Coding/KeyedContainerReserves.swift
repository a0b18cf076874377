/// The reserves for the types of keys that have been asked for.
final class KeyedContainerReserves {
  /// Nil for a type that has come only once.
  private let known = TypeTable<Uncounted<ContainerReserve>?>()
  private var reserves: [ContainerReserve] = []
  /// Whether keyed containers consist of one object each; nil until one has been looked at.
  private var canReserve: Bool?

  /// The reserve for a type of keys; nil if there is none yet.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Uncounted<ContainerReserve>? {
    known[type] ?? nil
  }

  /// Makes a container that is in no reserve, and takes notice of its type.
  @inline(never)
  func newContainer<Key: CodingKey>(
    _ session: DecodingSession, _ node: Int, keyedBy type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    let container = KeyedDecodingContainer<Key>(KeyedPlace(session, node))
    let canReserve = canReserve ?? consistsOfOneObject(container)
    self.canReserve = canReserve
    let hasCome = known[ObjectIdentifier(type)] != nil
    let reserve = hasCome && canReserve ? newReserve(of: container) : nil
    known.keep(reserve, for: ObjectIdentifier(type))
    return container
  }

  /// Makes a reserve of containers of the type of one.
  private func newReserve<Container: PlacedContainer>(
    of container: Container
  ) -> Uncounted<ContainerReserve> {
    let reserve = PlacedContainerReserve<Container>()
    reserves.append(reserve)
    return Uncounted(reserve)
  }

  /// Lets go of a document; what somebody still holds stays as it is.
  func clear() {
    for reserve in reserves { reserve.clear() }
  }
}
