internal import DecantCore

/// A notation for keys of several words.
public enum KeyStyle: String, Sendable, CaseIterable {
  /// `user_id`
  case snake
  /// `userId`
  case camel
  /// `UserId`
  case pascal
  /// `user-id`
  case kebab
}

extension KeyStyle {
  /// Returns a key rewritten in this style; idempotent.
  ///
  /// The key is split into words, which are joined again:
  ///
  /// - `_`, `-` and white space separate words, except at the ends of a key: `_id` and `__typename` stay.
  /// - A capital letter begins a word, unless it is in a run of capitals. The last one of a run does if a lowercase
  ///   letter follows: `userID` is `user ID`, `URLString` is `URL String`; but `userIDs` is `user IDs`.
  /// - Digits belong to the word before them: `utf8Text` is `utf8 Text`.
  /// - Any other character (`.`, `$`, `:`, an emoji) stays, and separates segments: `$ref`, `fooBar.bazQux`.
  ///
  /// Snake and kebab case are all lowercase. Camel and pascal case capitalize words; if the key had separators, the
  /// other letters become lowercase, otherwise only the first word changes: `URLString` is `urlString` and `parseURL`
  /// stays, but `PARSE_URL` is `parseUrl`. Case follows Unicode properties.
  public func rewriting(_ key: String) -> String {
    var rewriter = KeyRewriter(self)
    let bytes = Array(key.utf8).withBytes { rewriter.rewrite($0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
