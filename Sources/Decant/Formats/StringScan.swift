/// How far a string in quotes has been looked through, and what was found.
struct StringScan {
  /// Bytes after the opening quote that need no second look.
  var length = 0
  var isASCII = true
  var hasEscapes = false
  /// Whether a byte is in it that must be escaped between JSON's quotes.
  var hasOddities = false
}
