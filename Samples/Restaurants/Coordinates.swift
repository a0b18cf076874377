/// A place on Earth, in degrees.
struct Coordinates: Encodable, Hashable {
  var latitude: Double
  var longitude: Double

  enum CodingKeys: String, CodingKey {
    case latitude = "lat"
    case longitude = "lng"
  }

  static let latitudes = -90.0...90.0
  static let longitudes = -180.0...180.0
}

extension Coordinates: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    latitude = try container.decode(.latitude, in: Self.latitudes)
    longitude = try container.decode(.longitude, in: Self.longitudes)
  }
}

extension KeyedDecodingContainer<Coordinates.CodingKeys> {
  /// The key in the error lets the filter report the line and column.
  fileprivate func decode(_ key: Key, in range: ClosedRange<Double>) throws -> Double {
    let value = try decode(Double.self, forKey: key)
    guard range.contains(value) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: Coordinates.refusal(of: value, as: key, range))
    }
    return value
  }
}

extension Coordinates {
  static func refusal(
    of value: Double, as key: CodingKeys, _ range: ClosedRange<Double>
  ) -> String {
    let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
    return "'\(key.stringValue)' is \(value), which is not between \(least) and \(most)"
  }
}
