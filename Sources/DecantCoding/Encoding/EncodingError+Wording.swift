internal import DecantCore

/// Why a value cannot be encoded.
enum EncodingProblem {
  case secondValue
  case outOfTurn
  case nonFinite(target: String)
  case tooDeep(NestingDepth)
  case dateWithoutText
  case keyWithoutName
  case nothing
  case cannotShare(any Encoder)
  case lostInstance
  case plainCycle(Any.Type)
  case subclass(Any.Type, of: Any.Type, in: String)

  func error(_ value: Any = (), at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: words(for: value)))
  }

  private func words(for value: Any) -> String {
    switch self {
    case .secondValue: "a value was encoded where another, or part of one, is already"
    case .outOfTurn:
      "a container was given a value out of turn, inside another value or after its own"
    case .nonFinite(let target):
      "\(target) has no number for \(value); nonConformingFloatEncodingStrategy.convertToString "
        + "writes a string"
    case .tooDeep(let nesting): "\(nesting.words); does a value contain itself?"
    case .dateWithoutText: "a date that is too far away to be written"
    case .keyWithoutName: "a key that is not a string"
    case .nothing: "\(type(of: value)) encoded nothing"
    case .cannotShare(let encoder):
      "\(type(of: value)) can only be encoded by decant: \(type(of: encoder)) does not support "
        + "shared instances"
    case .plainCycle(let type):
      "this reference leads back to an instance that contains it, which could never be decoded: declare "
        + "it as @Shared or @BackReference var …: \(type)?"
    case .subclass(let type, let declared, let owner):
      "\(type) would be decoded as its superclass \(declared): add \"\(type)\": \(type).self to "
        + "\(owner).archiveClasses, or declare \(declared) as a SelfDescribingClass if its subclasses "
        + "encode what tells them apart"
    case .lostInstance: "a reference to a shared instance that could not be encoded"
    }
  }
}

extension DecantError {
  /// The encoding strategies that let the value pass, for a format that cannot represent it.
  var strategies: String? {
    switch problem {
    case .notRepresentable(let kind, _), .degraded(let kind, _): kind.strategies
    default: nil
    }
  }
}

extension DecantError.ValueClass {
  fileprivate var strategies: String? {
    switch self {
    case .exactDate:
      "dateEncodingStrategy.wholeSeconds leaves the fraction of a second out, .iso8601 writes a string"
    case .date, .farDate: "dateEncodingStrategy.iso8601 writes a string"
    case .data: "dataEncodingStrategy.base64 writes a string"
    case .nonFiniteNumber: "nonConformingFloatEncodingStrategy.convertToString writes a string"
    case .null: "fidelity.lossy leaves it out"
    case .largeNumber, .preciseNumber: "fidelity.lossy rounds it"
    case .boolean, .dateOffset, .localTime, .uid, .loneSurrogate, .number, .forbiddenCharacter,
      .scalarKey,
      .collectionKey,
      .duplicateKeys, .tag, .anchor, .olderValue, .comment:
      nil
    }
  }
}
