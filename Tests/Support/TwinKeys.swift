/// Keys that Swift's strings confuse, and keys that differ by case.
///
/// Each of them is a key of its own in every format.
public enum TwinKeys {
  /// Pairs of equal strings whose bytes differ: composed and decomposed, of one character, or in another order.
  public static let pairs: [(String, String)] = [
    ("é", "e\u{301}"), ("\u{C5}", "\u{212B}"), ("A\u{30A}b", "\u{C5}b"), ("K", "\u{212A}"),
    ("각", "\u{1100}\u{1161}\u{11A8}"), ("a\u{301}\u{327}", "a\u{327}\u{301}"),
  ]

  /// Returns one of two twins, which is distinct from those of other numbers.
  public static func key(_ number: Int, of twins: (String, String)) -> String {
    (number % 2 == 0 ? twins.0 : twins.1) + "\(number / 2)"
  }

  public static let all: [String] =
    pairs.flatMap { [$0.0, $0.1] } + ["k", "Key", "KEY", "key", "É"]
}
