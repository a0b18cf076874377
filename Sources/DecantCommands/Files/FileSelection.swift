/// Which files in folders are wanted.
struct FileSelection {
  var including: [Glob] = []
  var excluding: [Glob] = []
  var reserved = Reserved.passedOver

  /// What happens to hidden files, and to folders that other tools keep.
  enum Reserved {
    case passedOver
    case included
  }
}
