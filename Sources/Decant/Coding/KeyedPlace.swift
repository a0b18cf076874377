/// Where a keyed container looks up keys.
final class KeyedPlace {
  let session: DecodingSession
  var node: Int

  init(_ session: DecodingSession, _ node: Int) {
    self.session = session
    self.node = node
  }
}

/// A keyed container of a place.
protocol PlacedContainer {
  init(_ place: KeyedPlace)
}

extension KeyedDecodingContainer: PlacedContainer {
  init(_ place: KeyedPlace) {
    self.init(NodeKeyedDecodingContainer<Key>(place: place))
  }
}
