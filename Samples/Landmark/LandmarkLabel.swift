/// The text of the sign at a landmark, which is only encoded.
///
///     {"heading": "Pont du Gard", "since": "AD 50", "footer": "2 vantage points"}
///
/// An `Encodable` type can encode computed values, which need not be decoded again.
struct LandmarkLabel: Encodable, Hashable {
  let landmark: LandmarkSummary

  private enum CodingKeys: String, CodingKey {
    case heading, since, footer
  }

  private var since: String {
    landmark.foundingYear > 0 ? "AD \(landmark.foundingYear)" : "\(1 - landmark.foundingYear) BC"
  }

  private var footer: String? {
    switch landmark.vantagePoints {
    case 0: nil
    case 1: "1 vantage point"
    case let count: "\(count) vantage points"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(landmark.name, forKey: .heading)
    try container.encode(since, forKey: .since)
    try container.encodeIfPresent(footer, forKey: .footer)
  }
}
