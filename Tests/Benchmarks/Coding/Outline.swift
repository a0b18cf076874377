/// The outline of a country: next to nothing but doubles.
struct Outline: Codable {
  var type: String
  var features: [Feature]

  struct Feature: Codable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  struct Geometry: Codable {
    var type: String
    var coordinates: [[[Double]]]
  }
}
