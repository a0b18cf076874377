extension DecodingSession {
  /// What is known of types that have been decoded, for the documents to come as well.
  final class KnownTypes {
    let values = ValueReaders()
    let containers = KeyedContainerReserves()
  }
}
