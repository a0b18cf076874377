import Decant
import FoundationEssentials

/// A place worth seeing.
///
///     {"title": "Pont du Gard", "founding_date": 50, "location": {…}, "vantagePoints": [{…}], …}
struct Landmark: Codable, Hashable {
  var name: String
  var foundingYear: Int
  var location: Coordinate
  var vantagePoints: [Coordinate]

  /// Further properties, which differ from place to place.
  ///
  /// A `Value` holds any document and keeps the digits of its numbers and the order of its keys.
  var metadata: Value

  var website: URL?

  // The keys in the file differ from the names of the properties.
  enum CodingKeys: String, CodingKey {
    case name = "title"
    case foundingYear = "founding_date"
    case location
    case vantagePoints
    case metadata
    case website
  }
}
