import DecantCLI

/// A filter that converts users between all formats, whole or in part.
///
///     user [OPTION...] [FILE...]              lists of users
///     user contacts [OPTION...] [FILE...]     the contact data of each
///     user flat [OPTION...] [FILE...]         name, city and postcode, without nesting
///     user patch [OPTION...] [FILE...]        the difference between the user "before" and "after"
@main enum UserTool {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "contacts": ContactFilter.main(arguments.dropFirst())
    case "flat": FlatUserFilter.main(arguments.dropFirst())
    case "patch": UserPatchFilter.main(arguments.dropFirst())
    default: UserFilter.main(arguments)
    }
  }
}

struct UserFilter: CodableFilter {
  typealias Document = [User]
}

struct ContactFilter: CodableFilter {
  typealias Document = [Contact]
}

struct FlatUserFilter: CodableFilter {
  typealias Document = [FlatUser]
}

struct UserPatchFilter: CodableFilter {
  static func filter(_ change: UserChange) throws -> UserPatch { try change.patch }
}
