extension JSONSchema {
  /// A draft of JSON Schema; later ones are greater.
  public enum Draft: String, CaseIterable, Sendable, Hashable, Comparable {
    /// 2013: `id`, `definitions`, bounds that a truth value makes exclusive.
    case draft4 = "4"
    /// 2017: `$id`, `const`, `contains`, schemas that are truth values.
    case draft6 = "6"
    /// 2018: `if`, `then` and `else`.
    case draft7 = "7"
    /// 2019: `$defs`, `$anchor`, `unevaluatedProperties`, keywords beside `$ref`.
    case draft2019 = "2019-09"
    /// 2020: `prefixItems`, `$dynamicRef`.
    case draft2020 = "2020-12"

    private var order: Int {
      switch self {
      case .draft4: 0
      case .draft6: 1
      case .draft7: 2
      case .draft2019: 3
      case .draft2020: 4
      }
    }

    /// Whether the first draft is the older one.
    public static func < (first: Draft, second: Draft) -> Bool { first.order < second.order }

    /// The draft of a schema without `$schema`, unless another is chosen.
    public static let latest = Draft.draft2020
  }
}
