import Decant
import DecantCLI

/// Converts pages of restaurants from any format to any other, and says which field of which is wrong.
///
///     restaurants [OPTION...] [FILE...]             pages, read by the type
///     restaurants untyped [OPTION...] [FILE...]     the same, taken apart by hand
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

/// Any document is a `Value`.
struct UntypedRestaurantFilter: CodableFilter {
  static func filter(_ document: Value) throws -> SearchPage { try SearchPage(document) }
}
