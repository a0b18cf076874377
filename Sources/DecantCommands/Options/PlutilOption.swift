/// An option of plutil, which users may type by habit.
///
/// As bundles of short options, some do harm: `-convert xml1 FILE` is `-c -o nvert xml1 FILE`.
enum PlutilOption: String {
  case convert, lint, extract, replace, insert, remove, create, expect

  func advice(before next: String?) -> String {
    switch self {
    case .convert:
      let format = next.flatMap { ["xml1", "binary1", "json"].contains($0) ? $0 : nil } ?? "FORMAT"
      return "write '-i -t \(format) FILE', or leave -i out to keep the file"
    case .lint: return "write 'check FILE'"
    case .extract: return "write '--at /KEY FILE'"
    case .replace: return "write 'edit -i --set /KEY VALUE FILE'"
    case .insert: return "write 'edit -i --insert /KEY VALUE FILE'"
    case .remove: return "write 'edit -i --delete /KEY FILE'"
    case .create, .expect: return "decant called by the name 'plutil' has it"
    }
  }
}
