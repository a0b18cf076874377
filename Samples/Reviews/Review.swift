/// What somebody wrote of a place, or what became of it.
///
/// The elements of a list differ by `isReported`:
///
///     {"isReported": false, "id": 1, "author": "Ada", "rating": 5, "text": "…"}
///     {"isReported": true, "id": 2, "reason": "spam", "reports": 3}
///
/// An enum has a case for each shape. Which one it is shows at the discriminator: a first container is asked for
/// that key alone, and then the same decoder is handed to the type of the case.
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
  /// Writes the discriminator, and what the case holds beside it: both into the same object.
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
