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

  /// What else is known of it, which differs from place to place.
  ///
  /// A `Value` takes whatever is there, and gives it back with each digit and its keys in order.
  var metadata: Value

  /// A page about it, if there is one.
  var website: URL?

  // The keys of the file are of another taste than the names of the properties.
  enum CodingKeys: String, CodingKey {
    case name = "title"
    case foundingYear = "founding_date"
    case location
    case vantagePoints
    case metadata
    case website
  }
}
