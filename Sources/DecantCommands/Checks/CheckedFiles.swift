internal import DecantCore
internal import DecantFiles

/// The files of a check: those that are named, whatever they are, and those that folders and patterns lead to.
///
///     decant check - data/ 'conf/**/*.yaml' a.bin
struct CheckedFiles {
  private(set) var files: [ListedFile] = []
  /// Whether a folder or a pattern was searched, so that their number is of interest.
  private(set) var areSearched = false

  init(_ operands: [String], _ options: FileList.Options) {
    var seen: Set<KeyText> = []
    for operand in operands.isEmpty ? ["-"] : operands {
      guard FileList.isSearch(operand) else {
        seen.insert(FilePath.plain(operand))
        files.append(ListedFile(path: operand, finding: .file, isNamed: true))
        continue
      }
      areSearched = true
      files += FileList([operand], options).files.filter {
        seen.insert(FilePath.plain($0.path)).inserted
      }
    }
  }
}
