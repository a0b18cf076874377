/// The part of a landmark that a label needs, which is only decoded.
///
/// A `Decodable` type can select and compute values, which need not be encoded again.
struct LandmarkSummary: Decodable, Hashable {
  var name: String
  var foundingYear: Int
  var vantagePoints: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Landmark.CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    foundingYear = try container.decode(Int.self, forKey: .foundingYear)
    // Counts the elements without decoding them.
    vantagePoints =
      try container.nestedUnkeyedContainer(forKey: .vantagePoints).count ?? 0
  }
}
