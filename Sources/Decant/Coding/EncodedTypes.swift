/// What an encoder has to know about types, each looked up once.
final class EncodedTypes {
  /// What is special about a type.
  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// The instances are shared.
    static let isShared = Traits(rawValue: 1)
    /// The type is a set, whose order differs from process to process.
    static let isSet = Traits(rawValue: 2)
    /// The type is a dictionary, whose order does so too.
    static let isDictionary = Traits(rawValue: 4)
  }

  private let answers = KnownTypes<Traits>()

  @inline(__always)
  subscript<T>(_ type: T.Type) -> Traits {
    answers[ObjectIdentifier(type)] ?? ask(type)
  }

  @inline(never)
  private func ask<T>(_ type: T.Type) -> Traits {
    var traits: Traits = []
    if type is any SharedInstance.Type { traits.insert(.isShared) }
    if type is any AnySet.Type { traits.insert(.isSet) }
    if type is any AnyDictionary.Type { traits.insert(.isDictionary) }
    answers.add(traits, for: ObjectIdentifier(type))
    return traits
  }
}

/// A set of any type.
private protocol AnySet {}
extension Set: AnySet {}

/// A dictionary of any types.
private protocol AnyDictionary {}
extension Dictionary: AnyDictionary {}
