import DecantCLI

/// Converts landmarks from any format to any other.
///
///     landmark [OPTION...] [FILE...]            lists of landmarks
///     landmark labels [OPTION...] [FILE...]     what is on the sign at each
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

/// Reads a type that cannot be written, and writes one that cannot be read.
struct LandmarkLabelFilter: CodableFilter {
  static func filter(_ landmarks: [LandmarkSummary]) -> [LandmarkLabel] {
    landmarks.map(LandmarkLabel.init)
  }
}
