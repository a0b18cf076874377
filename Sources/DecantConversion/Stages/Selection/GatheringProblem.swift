internal import DecantCore

/// An input whose document cannot be the value of its name.
package enum GatheringProblem: SpecificProblem {
  case severalDocuments
  case noDocument
  case repeatedName(String, other: String)

  package var message: String {
    switch self {
    case .severalDocuments: "'--by-name' needs one document in each file, and this is a second one"
    case .noDocument: "'--by-name' needs one document in each file, and this file has none"
    case .repeatedName(let name, let other):
      "'--by-name' needs different names, and '\(other.visible(limit: 240))' is called '\(name.visible(limit: 64))' too"
    }
  }

  package var hint: String? {
    switch self {
    case .severalDocuments: "--document N takes one; --slurp alone gathers all in a list"
    case .noDocument, .repeatedName: nil
    }
  }
}
