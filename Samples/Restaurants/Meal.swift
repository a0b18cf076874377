enum Meal: String, Encodable, CaseIterable {
  case breakfast, lunch, dinner
}

extension Meal: Decodable {
  /// A synthesized initializer would not have an error message for the author of the file.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let meal = Meal(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: Self.refusal(of: name))
    }
    self = meal
  }

  static func refusal(of name: String) -> String {
    "'\(name)' is not one of \(allCases.map(\.rawValue).joined(separator: ", "))"
  }
}
