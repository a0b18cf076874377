/// A page of search results for restaurants.
///
///     {"query": "sandwich", "results_count": 12, "page": 1, "results": [{…}, {…}]}
struct SearchPage: Encodable, Hashable {
  var query: String
  /// On all pages.
  var resultsCount: Int
  /// From 1.
  var page: Int
  var results: [Restaurant]

  enum CodingKeys: String, CodingKey {
    case query
    case resultsCount = "results_count"
    case page
    case results
  }
}

extension SearchPage: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    query = try container.decode(String.self, forKey: .query)
    resultsCount = try container.decode(Int.self, forKey: .resultsCount)
    page = try container.decode(Int.self, forKey: .page)
    results = try container.decode([Restaurant].self, forKey: .results)
    guard page >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .page, in: container, debugDescription: "pages count from 1, and this is \(page)")
    }
    guard results.count <= resultsCount else {
      throw DecodingError.dataCorruptedError(
        forKey: .resultsCount, in: container,
        debugDescription: "\(resultsCount) results on all pages, and \(results.count) on this one")
    }
  }
}
