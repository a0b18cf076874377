import Decant
import DecantCLI

/// A filter that converts pages of restaurants between all formats, and reports invalid fields.
///
///     restaurants [OPTION...] [FILE...]             pages, decoded by the type
///     restaurants untyped [OPTION...] [FILE...]     the same, parsed by hand
@main enum RestaurantsTool {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "untyped": UntypedRestaurantFilter.main(arguments.dropFirst())
    default: RestaurantFilter.main(arguments)
    }
  }
}

struct RestaurantFilter: CodableFilter {
  typealias Document = SearchPage
}

struct UntypedRestaurantFilter: CodableFilter {
  static func filter(_ document: Value) throws -> SearchPage { try SearchPage(document) }
}
