/// Addresses of hosts, and those of mail.
extension FormatText {
  var isIPv4: Bool {
    let parts = parts(between: ".")
    return parts.count == 4
      && parts.allSatisfy { part in
        var rest = part
        guard 1...3 ~= part.count, let number = rest.takeNumber(digits: part.count) else {
          return false
        }
        return number < 256 && (part.count == 1 || part.first != UInt8(ascii: "0"))
      }
  }

  /// Whether it is an address as in RFC 4291: eight groups, of which `::` leaves out some and an IPv4 address is two.
  var isIPv6: Bool {
    var rest = self
    var count = 0
    var hasGap = rest.starts(with: "::".utf8)
    if hasGap { rest = rest.dropFirst(2) }
    while !(hasGap && rest.isEmpty) {
      let group = rest.takeUntil(":")
      if rest.isEmpty, group.contains(UInt8(ascii: ".")) {
        guard group.isIPv4 else { return false }
        count += 2
        break
      }
      guard 1...4 ~= group.count, group.allSatisfy(\.isHexDigit) else { return false }
      count += 1
      guard rest.take(":") else { break }
      if rest.take(":") {
        guard !hasGap else { return false }
        hasGap = true
        if rest.isEmpty { break }
      }
    }
    return hasGap ? count < 8 : count == 8
  }

  /// Whether it is a mailbox as in RFC 5321, or with other scalars as in RFC 6531.
  func isEmail(beyondASCII: Bool) -> Bool {
    guard let at = lastIndex(of: UInt8(ascii: "@")) else { return false }
    return self[..<at].isLocalPart(beyondASCII) && self[(at + 1)...].isMailHost(beyondASCII)
  }

  private func isLocalPart(_ beyondASCII: Bool) -> Bool {
    guard first != UInt8(ascii: "\"") else { return isQuoted(beyondASCII) }
    return parts(between: ".").allSatisfy { atom in
      !atom.isEmpty
        && atom.allSatisfy {
          $0.isLetterOrDigit || $0.isOne(of: "!#$%&'*+-/=?^_`{|}~") || beyondASCII && !$0.isASCII
        }
    }
  }

  private func isQuoted(_ beyondASCII: Bool) -> Bool {
    var rest = dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.isEmpty
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), 0x20...0x7E ~= next else { return false }
      case 0x20...0x7E: break
      default: guard beyondASCII, !byte.isASCII else { return false }
      }
    }
    return false
  }

  private func isMailHost(_ beyondASCII: Bool) -> Bool {
    guard first == UInt8(ascii: "["), last == UInt8(ascii: "]"), count > 2 else {
      return HostName.isValid(self, beyondASCII: beyondASCII)
    }
    let literal = dropFirst().dropLast()
    let prefix = "IPv6:".utf8
    return literal.starts(with: prefix) ? literal.dropFirst(prefix.count).isIPv6 : literal.isIPv4
  }
}
