/// A place on Earth, in degrees and meters.
///
/// In a file, the elevation is nested one level deeper than the rest:
///
///     {"latitude": 43.947, "longitude": 4.535, "additionalInfo": {"elevation": 48.8}}
struct Coordinate: Hashable {
  var latitude: Double
  var longitude: Double
  var elevation: Double

  enum CodingKeys: String, CodingKey {
    case latitude, longitude, additionalInfo
  }

  enum AdditionalInfoKeys: String, CodingKey {
    case elevation
  }
}

extension Coordinate: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
    var info = container.nestedContainer(keyedBy: AdditionalInfoKeys.self, forKey: .additionalInfo)
    try info.encode(elevation, forKey: .elevation)
  }
}

extension Coordinate: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    latitude = try container.decode(Double.self, forKey: .latitude)
    longitude = try container.decode(Double.self, forKey: .longitude)
    let info = try container.nestedContainer(
      keyedBy: AdditionalInfoKeys.self, forKey: .additionalInfo)
    elevation = try info.decode(Double.self, forKey: .elevation)
  }
}
