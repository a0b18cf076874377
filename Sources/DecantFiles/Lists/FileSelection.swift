/// Which files in folders are wanted.
package struct FileSelection {
  package var including: [Glob] = []
  package var excluding: [Glob] = []
  package var reserved = Reserved.passedOver

  package init() {}

  /// What happens to hidden files, and to folders that other tools keep.
  package enum Reserved {
    case passedOver
    case included
  }
}
