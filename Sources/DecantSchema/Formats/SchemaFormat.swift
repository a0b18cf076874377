internal import DecantCore

/// A value of `format` that is checked, in every draft, where formats are asserted; others are annotations.
enum SchemaFormat: Int, CaseIterable, Sendable {
  case dateTime, date, time, duration
  case email, idnEmail, hostname, idnHostname, ipv4, ipv6
  case uri, uriReference, iri, iriReference, uriTemplate
  case uuid, jsonPointer, relativeJSONPointer, regex

  init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  private var name: String {
    switch self {
    case .dateTime: "date-time"
    case .idnEmail: "idn-email"
    case .idnHostname: "idn-hostname"
    case .uriReference: "uri-reference"
    case .iriReference: "iri-reference"
    case .uriTemplate: "uri-template"
    case .jsonPointer: "json-pointer"
    case .relativeJSONPointer: "relative-json-pointer"
    default: "\(self)"
    }
  }

  /// What a text must be, in a message.
  var words: String {
    switch self {
    case .dateTime: "a date and time with an offset, such as 2026-01-31T12:00:00Z"
    case .date: "a date such as 2026-01-31"
    case .time: "a time with an offset, such as 12:00:00Z"
    case .duration: "a duration such as P1DT12H"
    case .email, .idnEmail: "an email address"
    case .hostname, .idnHostname: "the name of a host"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI with a scheme"
    case .uriReference: "a URI or a relative reference"
    case .iri: "an IRI with a scheme"
    case .iriReference: "an IRI or a relative reference"
    case .uriTemplate: "a URI template"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON Pointer"
    case .relativeJSONPointer: "a relative JSON Pointer"
    case .regex: "a regular expression"
    }
  }

  func matches(_ text: FormatText) -> Bool {
    switch self {
    case .dateTime: text.isDateTime
    case .date: text.isDate
    case .time: text.isTime
    case .duration: text.isDuration
    case .email: text.isEmail(beyondASCII: false)
    case .idnEmail: text.isEmail(beyondASCII: true)
    case .hostname: HostName.isValid(text, beyondASCII: false)
    case .idnHostname: HostName.isValid(text, beyondASCII: true)
    case .ipv4: text.isIPv4
    case .ipv6: text.isIPv6
    case .uri: text.isURI()
    case .uriReference: text.isURI(orRelative: true)
    case .iri: text.isURI(beyondASCII: true)
    case .iriReference: text.isURI(orRelative: true, beyondASCII: true)
    case .uriTemplate: text.isURITemplate
    case .uuid: text.isUUID
    case .jsonPointer: text.isJSONPointer
    case .relativeJSONPointer: text.isRelativeJSONPointer
    case .regex: Self.isRegularExpression(text)
    }
  }

  /// Whether it is a pattern of ECMA-262, also one that the engine refuses for its cost.
  private static func isRegularExpression(_ text: FormatText) -> Bool {
    var parser = PatternParser(String(decoding: text, as: UTF8.self))
    do throws(PatternProblem) {
      _ = try parser.parse()
      return !parser.isExtended
    } catch {
      switch error {
      case .syntax, .inlineFlags: return false
      case .backReference, .unknownProperty, .tooLarge, .tooManyStates, .tooDeep:
        return !parser.isExtended
      }
    }
  }
}

/// The keywords that are annotations unless formats are asserted, by an option or by the metaschema.
extension SchemaCompiler {
  mutating func compileFormats(_ context: Context) {
    guard formats == .asserted || context.dialect.assertsFormats else { return }
    let instance = context.instance
    func text(of keyword: SchemaKeyword) -> (node: Int, text: String)? {
      guard let node = node(of: keyword), instance.kind(of: node) == .string else { return nil }
      return (node, instance.string(of: node))
    }
    if let (node, name) = text(of: .format), let format = SchemaFormat(named: name) {
      append(.format, .string, format.rawValue, node)
    }
    guard context.dialect.assertsContent else { return }
    var content: SchemaContent = []
    let encoding = text(of: .contentEncoding)
    let mediaType = text(of: .contentMediaType)
    if encoding?.text.lowercased() == "base64" { content.insert(.base64) }
    // What is encoded in another way cannot be read.
    if mediaType?.text.lowercased() == "application/json", encoding == nil || content == .base64 {
      content.insert(.json)
    }
    if !content.isEmpty, let node = encoding?.node ?? mediaType?.node {
      append(.content, .string, content.rawValue, node)
    }
  }
}

/// The formats of texts.
extension SchemaCheck {
  mutating func checkFormat(
    _ format: Int, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    guard let format = SchemaFormat(rawValue: format) else { return true }
    budget -= 8 * instance.stepsOfText(of: node)
    if format.matches(instance.withText(of: node) { [UInt8]($0) }[...]) { return true }
    if isRecording { record(.form(format.words), node, location) }
    return false
  }

  mutating func checkContent(
    _ content: Int, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    let content = SchemaContent(rawValue: content)
    budget -= 8 * instance.stepsOfText(of: node)
    if instance.withText(of: node, { content.matches($0) }) { return true }
    if isRecording { record(.form(content.words), node, location) }
    return false
  }
}
