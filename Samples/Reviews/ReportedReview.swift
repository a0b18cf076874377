/// A review that is hidden because it was reported.
struct ReportedReview: Codable, Hashable {
  var id: Int
  var reason: Reason
  var reports: Int

  enum Reason: String, Codable {
    case spam, abuse, offTopic = "off-topic"
  }
}
