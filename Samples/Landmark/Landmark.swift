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

  /// Further properties; a `Value` can be any document, and keeps the digits of numbers and the order of keys.
  var metadata: Value

  var website: URL?

  enum CodingKeys: String, CodingKey {
    case name = "title"
    case foundingYear = "founding_date"
    case location
    case vantagePoints
    case metadata
    case website
  }
}
