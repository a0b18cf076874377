/// The form in which a label of a host name with any scalars is ASCII (RFC 3492), without its prefix.
enum Punycode {
  private static let base = 36
  private static let maximum = 0x10_FFFF

  static func encode(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var output = text.filter(\.isASCII)
    var handled = output.count
    let plain = handled
    if plain > 0 { output.append("-") }
    var (code, delta, bias) = (128, 0, 72)
    while handled < text.count {
      let next = text.lazy.map { Int($0.value) }.filter { $0 >= code }.min() ?? maximum
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in text {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        var rest = delta
        var position = base
        while true {
          let threshold = threshold(at: position, bias)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          position += base
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == plain)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  static func decode(_ text: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let hyphen = text.lastIndex(of: "-")
    var output = Array(text[..<(hyphen ?? 0)])
    var rest = text[(hyphen.map { $0 + 1 } ?? 0)...]
    var (code, index, bias) = (128, 0, 72)
    while !rest.isEmpty {
      let start = index
      var weight = 1
      var position = base
      while true {
        guard let digit = rest.popFirst().flatMap(value), index < Int(Int32.max),
          weight < Int(Int32.max)
        else { return nil }
        index += digit * weight
        let threshold = threshold(at: position, bias)
        if digit < threshold { break }
        weight *= base - threshold
        position += base
      }
      let count = output.count + 1
      bias = adapted(index - start, count, isFirst: start == 0)
      code += index / count
      index %= count
      guard code <= maximum, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  private static func threshold(at position: Int, _ bias: Int) -> Int {
    min(max(position - bias, 1), 26)
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += base
    }
    return steps + 36 * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48))
  }

  private static func value(of digit: Unicode.Scalar) -> Int? {
    switch digit {
    case "a"..."z": Int(digit.value) - 97
    case "0"..."9": Int(digit.value) - 48 + 26
    default: nil
    }
  }
}
