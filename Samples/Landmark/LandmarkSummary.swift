/// As much of a landmark as a label needs, to be read and never written.
///
/// A type that is `Decodable` alone may take from a file what it likes: this one has no way back.
struct LandmarkSummary: Decodable, Hashable {
  var name: String
  var foundingYear: Int
  var vantagePoints: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Landmark.CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    foundingYear = try container.decode(Int.self, forKey: .foundingYear)
    // Counted, and not decoded: what the elements are does not matter.
    vantagePoints =
      try container.nestedUnkeyedContainer(forKey: .vantagePoints).count ?? 0
  }
}
