/// Paths as users of jq, yq and JSONPath type them.
///
///     dotted  = (member | bracket | descent)*
///     member  = "." name | ".*" | '."' text '"'
///     bracket = slice | "[" ("" | "*" | index | quoted text | conditions) "]", also after a dot
///     descent = ".." (name | "*" | bracket | nothing)
extension PathParser {
  mutating func dotted() throws(DecantError) -> [PathPattern.Step] {
    if text == "." || text == "$" { return [] }
    var steps: [PathPattern.Step] = []
    if !skip(UInt8(ascii: "$")), next != UInt8(ascii: "."), next != UInt8(ascii: "[") {
      // A bare path, whose first dot is left out.
      try member(&steps)
    }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "["):
        steps.append(try bracket())
      case UInt8(ascii: ".") where following == UInt8(ascii: "."):
        index += 2
        steps.append(.anyDepth)
        if next != nil, next != UInt8(ascii: "[") { try member(&steps) }
      case UInt8(ascii: "."):
        index += 1
        if next != UInt8(ascii: "[") { try member(&steps) }
      default:
        throw strayCharacter()
      }
    }
    return steps
  }

  private mutating func member(_ steps: inout [PathPattern.Step]) throws(DecantError) {
    if isAtQuote { return steps.append(.name(KeyText(try quoted()))) }
    let start = index
    skip { !Self.endsName($0) }
    switch String(decoding: bytes[start..<index], as: UTF8.self) {
    case "":
      throw next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "]")
        ? failure(.missingName, at: index) : strayCharacter()
    case "*": steps.append(.any(orKey: nil))
    case "**": steps.append(.anyDepth)
    case let name:
      if next == UInt8(ascii: "(") { throw failure(.foreign(.function), at: start) }
      plainNames.insert(steps.count)
      steps.append(.name(KeyText(name)))
    }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "?"), UInt8(ascii: ","),
      UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0...0x20:
      true
    default: false
    }
  }

  /// Returns the mistake of a character that cannot continue a path.
  private mutating func strayCharacter() -> DecantError {
    let start = index
    skipSpaces()
    switch next {
    case UInt8(ascii: "|"): return failure(.foreign(.pipe), at: index)
    case UInt8(ascii: "?"): return failure(.foreign(.optional), at: index)
    case UInt8(ascii: ","): return failure(.foreign(.union), at: index)
    case UInt8(ascii: "("): return failure(.foreign(.function), at: index)
    case UInt8(ascii: "="): return failure(.foreign(.assignment), at: index)
    default:
      index = start
      return unexpected("'.', '[' or the end of the path")
    }
  }

  private mutating func bracket() throws(DecantError) -> PathPattern.Step {
    if let slice = slice() { return slice }
    let open = index
    index += 1
    skipSpaces()
    switch next {
    case nil:
      throw failure(.unclosed("["), at: open)
    case UInt8(ascii: "]"):
      index += 1
      return .any(orKey: nil)
    case UInt8(ascii: "*") where following == UInt8(ascii: "]"):
      index += 2
      return .any(orKey: nil)
    case UInt8(ascii: "?"): throw failure(.foreign(.filter), at: index)
    case UInt8(ascii: "("): throw failure(.foreign(.function), at: index)
    case UInt8(ascii: ":"): throw failure(.foreign(.slice), at: index)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let name = try quoted()
      if let step = try end(of: open, .name(KeyText(name))) { return step }
    default:
      let start = index
      skip { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-") }
      if index > start {
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        if let step = try end(of: open, .name(KeyText(name))) { return step }
      }
    }
    index = open
    let conditions = try conditions()
    if conditions.count == 1, case .isTrue = conditions[0].test, !conditions[0].path.contains(.each)
    {
      // `a[b]` is `a.b` in some languages.
      let key = String(decoding: bytes[open + 1..<index - 1], as: UTF8.self)
      throw failure(.notACondition(suggestion: "[\"\(key)\"]"), at: open)
    }
    return .matching(conditions, orKey: nil)
  }

  /// Returns a step that ends here with its bracket; nil if an operator shows that it began a condition.
  private mutating func end(
    of open: Int, _ step: PathPattern.Step
  ) throws(DecantError) -> PathPattern.Step? {
    skipSpaces()
    switch next {
    case nil: throw failure(.unclosed("["), at: open)
    case UInt8(ascii: "]"):
      index += 1
      return step
    case UInt8(ascii: ","): throw failure(.foreign(.union), at: index)
    case UInt8(ascii: ":"): throw failure(.foreign(.slice), at: index)
    default: return nil
    }
  }
}
