/// Returns the bytes of hexadecimal digits, which spaces and hyphens may separate.
public func hex(_ digits: String) -> [UInt8] {
  let digits = digits.filter { $0.isHexDigit }
  return stride(from: 0, to: digits.count, by: 2).map { place in
    let start = digits.index(digits.startIndex, offsetBy: place)
    return UInt8(digits[start...].prefix(2), radix: 16) ?? 0
  }
}

/// Returns bytes as hexadecimal digits.
public func hexDigits(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
