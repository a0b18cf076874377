/// URIs as in RFC 3986, IRIs as in RFC 3987, and templates of them as in RFC 6570.
extension FormatText {
  /// Whether it is a URI, or also a relative reference; an IRI has scalars beyond ASCII.
  func isURI(orRelative: Bool = false, beyondASCII: Bool = false) -> Bool {
    var rest = self
    var afterScheme = rest
    let scheme = afterScheme.takeUntil(":", "/", "?", "#")
    if afterScheme.take(":") {
      guard scheme.first?.isLetter == true,
        scheme.allSatisfy({ $0.isLetterOrDigit || $0.isOne(of: "+-.") })
      else { return false }
      rest = afterScheme
    } else if !orRelative {
      return false
    }
    func isMade(_ part: FormatText, of others: String) -> Bool {
      part.isMadeOfURICharacters(and: others, beyondASCII)
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard rest.takeUntil("/", "?", "#").isAuthority(beyondASCII) else { return false }
    }
    guard isMade(rest.takeUntil("?", "#"), of: ":@/") else { return false }
    if rest.take("?"), !isMade(rest.takeUntil("#"), of: ":@/?") { return false }
    if rest.take("#"), !isMade(rest, of: ":@/?") { return false }
    return true
  }

  private func isAuthority(_ beyondASCII: Bool) -> Bool {
    var rest = self
    if let at = firstIndex(of: UInt8(ascii: "@")) {
      guard self[..<at].isMadeOfURICharacters(and: ":", beyondASCII) else { return false }
      rest = self[(at + 1)...]
    }
    if rest.take("[") {
      guard rest.takeUntil("]").isBracketedHost, rest.take("]") else { return false }
    } else {
      guard rest.takeUntil(":").isMadeOfURICharacters(and: "", beyondASCII) else { return false }
    }
    return rest.isEmpty || rest.take(":") && rest.allSatisfy(\.isDigit)
  }

  /// Whether it is an IPv6 address, or one of a later version.
  private var isBracketedHost: Bool {
    var rest = self
    guard rest.take("v") || rest.take("V") else { return isIPv6 }
    return !rest.takeAll(\.isHexDigit).isEmpty && rest.take(".") && !rest.isEmpty
      && rest.allSatisfy { $0.isUnreserved || $0.isOne(of: "!$&'()*+,;=:") }
  }

  private func isMadeOfURICharacters(and others: String, _ beyondASCII: Bool) -> Bool {
    var rest = self
    while let byte = rest.first {
      if byte == UInt8(ascii: "%") {
        guard rest.takeEncodedByte() else { return false }
        continue
      }
      guard
        byte.isUnreserved || byte.isOne(of: "!$&'()*+,;=") || byte.isOne(of: others)
          || beyondASCII && !byte.isASCII
      else { return false }
      rest.removeFirst()
    }
    return true
  }

  private mutating func takeEncodedByte() -> Bool {
    guard take("%"), count >= 2, prefix(2).allSatisfy(\.isHexDigit) else { return false }
    self = dropFirst(2)
    return true
  }

  var isURITemplate: Bool {
    var rest = self
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "{"):
        var expression = rest.dropFirst()
        let inside = expression.takeUntil("}")
        guard inside.isExpression, expression.take("}") else { return false }
        rest = expression
      case UInt8(ascii: "%"): guard rest.takeEncodedByte() else { return false }
      case 0...0x20, 0x7F: return false
      default:
        guard !byte.isOne(of: "\"<>\\^`|}") else { return false }
        rest.removeFirst()
      }
    }
    return true
  }

  private var isExpression: Bool {
    var rest = self
    if let first, first.isOne(of: "+#./;?&=,!@|") { rest.removeFirst() }
    return rest.parts(between: ",").allSatisfy(\.isVariable)
  }

  /// Whether it is a name with the modifier `*`, or the length of a prefix, as in `name:3`.
  private var isVariable: Bool {
    var rest = self
    let isName = rest.takeUntil(":", "*").parts(between: ".").allSatisfy { part in
      var part = part
      guard !part.isEmpty else { return false }
      while let byte = part.first {
        if byte.isLetterOrDigit || byte == UInt8(ascii: "_") {
          part.removeFirst()
        } else if !part.takeEncodedByte() {
          return false
        }
      }
      return true
    }
    guard isName, !rest.isEmpty, !rest.take("*") else { return isName && rest.isEmpty }
    return rest.take(":") && 1...4 ~= rest.count && rest.allSatisfy(\.isDigit)
      && rest.first != UInt8(ascii: "0")
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool { isLetterOrDigit || isOne(of: "-._~") }
}
