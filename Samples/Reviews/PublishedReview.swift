struct PublishedReview: Encodable, Hashable {
  var id: Int
  var author: String
  var rating: Int
  var text: String

  enum CodingKeys: String, CodingKey {
    case id, author, rating, text
  }
}

extension PublishedReview: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    author = try container.decode(String.self, forKey: .author)
    rating = try container.decode(Int.self, forKey: .rating)
    text = try container.decode(String.self, forKey: .text)
    guard 1...5 ~= rating else {
      throw DecodingError.dataCorruptedError(
        forKey: .rating, in: container, debugDescription: "a rating is from 1 to 5, not \(rating)")
    }
  }
}
