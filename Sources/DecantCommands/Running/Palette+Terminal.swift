internal import DecantCore

extension Palette {
  static let terminal = Palette(
    key: "\u{1B}[34;1m", string: "\u{1B}[32m", number: "\u{1B}[36m", word: "\u{1B}[35m",
    end: "\u{1B}[0m")
}
