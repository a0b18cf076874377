/// A review that was reported, of which nothing is shown.
struct ReportedReview: Codable, Hashable {
  var id: Int
  var reason: Reason
  /// How many people reported it.
  var reports: Int

  /// What is wrong with it.
  enum Reason: String, Codable {
    case spam, abuse, offTopic = "off-topic"
  }
}
