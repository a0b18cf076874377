/// A review of a place, published or reported.
///
/// The elements of a list differ by `isReported`:
///
///     {"isReported": false, "id": 1, "author": "Ada", "rating": 5, "text": "…"}
///     {"isReported": true, "id": 2, "reason": "spam", "reports": 3}
///
/// A first container decodes only the discriminator; the type of the case then uses the same decoder.
enum Review: Hashable {
  case published(PublishedReview)
  case reported(ReportedReview)

  private enum Discriminator: String, CodingKey {
    case isReported
  }
}

extension Review: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Discriminator.self)
    if try container.decode(Bool.self, forKey: .isReported) {
      self = .reported(try ReportedReview(from: decoder))
    } else {
      self = .published(try PublishedReview(from: decoder))
    }
  }
}

extension Review: Encodable {
  /// The discriminator and the payload are encoded into the same object.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Discriminator.self)
    switch self {
    case .published(let review):
      try container.encode(false, forKey: .isReported)
      try review.encode(to: encoder)
    case .reported(let review):
      try container.encode(true, forKey: .isReported)
      try review.encode(to: encoder)
    }
  }
}
