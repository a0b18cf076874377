import DecantCLI

/// A filter that converts landmarks between all formats.
///
///     landmark [OPTION...] [FILE...]            lists of landmarks
///     landmark labels [OPTION...] [FILE...]     the text of the sign at each
@main enum LandmarkTool {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "labels": LandmarkLabelFilter.main(arguments.dropFirst())
    default: LandmarkFilter.main(arguments)
    }
  }
}

struct LandmarkFilter: CodableFilter {
  typealias Document = [Landmark]
}

/// A filter from a type that is only decoded to one that is only encoded.
struct LandmarkLabelFilter: CodableFilter {
  static func filter(_ landmarks: [LandmarkSummary]) -> [LandmarkLabel] {
    landmarks.map(LandmarkLabel.init)
  }
}
