/// A way to write keys of several words.
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
  /// A key rewritten in this style.
  ///
  /// A key is taken apart into words, and put together again:
  ///
  /// - `_`, `-` and white space between words separate them. At the beginning and the end of a key
  ///   they are not separators but part of it, and stay: `_id`, `__typename`.
  /// - A capital letter begins a word, unless it is in a run of capitals. Of a run, the last one
  ///   begins a word if a small letter follows: `userID` is `user ID`, `URLString` is `URL String`. An
  ///   `s` that ends a word stays with the run: `userIDs` is `user IDs`.
  /// - Digits belong to the word before them: `utf8Text` is `utf8 Text`.
  /// - Anything else (`.`, `$`, `:`, an emoji) stays where it is, and what is on either side of it
  ///   is rewritten by itself: `$ref`, `fooBar.bazQux`.
  ///
  /// Snake and kebab case write all words small. Camel and pascal case do so too, but for the first
  /// letters, where separators stood; a key without any has its words already, and only its
  /// first one changes: `URLString` is `urlString`, and `parseURL` stays so, whereas `PARSE_URL` is
  /// `parseUrl`. Letters of all alphabets count, by their Unicode properties.
  ///
  /// A key that is in the style stays as it is, so that doing it twice does no more than doing it
  /// once.
  public func rewriting(_ key: String) -> String {
    var rewriter = KeyRewriter(self)
    let bytes = Array(key.utf8).withBytes { rewriter.rewrite($0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
