/// The traits of types that matter to an encoder, cached.
final class EncodedTypes {
  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    static let isShared = Traits(rawValue: 1)
    /// Sets and dictionaries vary in order between processes.
    static let isSet = Traits(rawValue: 2)
    static let isDictionary = Traits(rawValue: 4)
  }

  private let known = KnownTypes<Traits>()

  @inline(__always)
  subscript<T>(_ type: T.Type) -> Traits {
    known[ObjectIdentifier(type)] ?? find(type)
  }

  @inline(never)
  private func find<T>(_ type: T.Type) -> Traits {
    var traits: Traits = []
    if type is any SharedInstance.Type { traits.insert(.isShared) }
    if type is any AnySet.Type { traits.insert(.isSet) }
    if type is any AnyDictionary.Type { traits.insert(.isDictionary) }
    known.add(traits, for: ObjectIdentifier(type))
    return traits
  }
}

private protocol AnySet {}
extension Set: AnySet {}

private protocol AnyDictionary {}
extension Dictionary: AnyDictionary {}
