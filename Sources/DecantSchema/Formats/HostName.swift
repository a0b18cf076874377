/// The syntax of host names (RFC 1123), and of those with texts of all languages (RFC 5890).
enum HostName {
  static func isValid(_ text: FormatText, beyondASCII: Bool) -> Bool {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let labels = scalars.split(omittingEmptySubsequences: false) { scalar in
      switch scalar {
      case ".": true
      case "\u{3002}", "\u{FF0E}", "\u{FF61}": beyondASCII
      default: false
      }
    }
    var length = labels.count - 1
    var texts: [[Unicode.Scalar]] = []
    for label in labels {
      guard let (text, count) = self.label(Array(label), beyondASCII: beyondASCII) else {
        return false
      }
      texts.append(text)
      length += count
    }
    guard length <= 253 else { return false }
    return !texts.contains(where: InternationalLabel.isRightToLeft)
      || texts.allSatisfy(InternationalLabel.hasOneDirection)
  }

  /// Returns the text of a label, and the length of its ASCII form; nil if it is invalid.
  private static func label(
    _ label: [Unicode.Scalar], beyondASCII: Bool
  ) -> (text: [Unicode.Scalar], length: Int)? {
    guard 1...63 ~= label.count, label.first != "-", label.last != "-" else { return nil }
    guard label.allSatisfy(\.isASCII) else {
      guard beyondASCII, InternationalLabel.isValid(label) else { return nil }
      let length = Punycode.encode(label).count + 4
      return length <= 63 ? (label, length) : nil
    }
    guard label.allSatisfy({ UInt8(ascii: $0).isLetterOrDigit || $0 == "-" })
    else { return nil }
    let lowercase = label.map { Unicode.Scalar(UInt8(ascii: $0) | 0x20) }
    guard lowercase.starts(with: "xn--".unicodeScalars) else { return (label, label.count) }
    let encoded = Array(lowercase.dropFirst(4))
    guard let text = Punycode.decode(encoded), !text.allSatisfy(\.isASCII),
      Punycode.encode(text) == encoded, InternationalLabel.isValid(text)
    else { return nil }
    return (text, label.count)
  }
}
