import DecantCLI

/// Converts reviews from any format to any other.
///
///     reviews [OPTION...] [FILE...]               lists of reviews
///     reviews published [OPTION...] [FILE...]     those that everybody may read
@main enum ReviewsTool {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "published": PublishedReviewFilter.main(arguments.dropFirst())
    default: ReviewFilter.main(arguments)
    }
  }
}

struct ReviewFilter: CodableFilter {
  typealias Document = [Review]
}

/// Leaves out what was reported, by the case that each element is.
struct PublishedReviewFilter: CodableFilter {
  static func filter(_ reviews: [Review]) -> [PublishedReview] {
    reviews.compactMap { review in
      if case .published(let review) = review { review } else { nil }
    }
  }
}
