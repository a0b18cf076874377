/// The outline of a country: almost only doubles.
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
