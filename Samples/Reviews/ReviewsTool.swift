import DecantCLI

/// A filter that converts reviews between all formats.
///
///     reviews [OPTION...] [FILE...]               lists of reviews
///     reviews published [OPTION...] [FILE...]     the published ones
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

/// A filter that drops reported reviews.
struct PublishedReviewFilter: CodableFilter {
  static func filter(_ reviews: [Review]) -> [PublishedReview] {
    reviews.compactMap { review in
      if case .published(let review) = review { review } else { nil }
    }
  }
}
