import DecantCLI

/// Converts users from any format to any other, whole or in part.
///
///     user [OPTION...] [FILE...]              lists of users
///     user contacts [OPTION...] [FILE...]     of each only what it takes to write to them
///     user flat [OPTION...] [FILE...]         name, city and postcode, side by side
///     user patch [OPTION...] [FILE...]        what differs between the user "before" and "after"
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
