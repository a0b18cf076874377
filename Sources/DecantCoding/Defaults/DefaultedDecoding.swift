internal import DecantCore

/// The decoding of a document beside a default value, which stands in for what the document lacks and for what does not fit.
///
///     document   {theme: drak, retries: 5, colour: red}     theme: the default's, and reported; retries: 5
///     default    {theme: dark, retries: 3, color: blue}     color: the default's; colour: reported
///
/// A default stands in where a type asks for a key. Dictionaries, lists and enumerations ask for what is there, so they come
/// wholly from the document.
///
/// Other decoders pay nothing for it: this is a decoder of its own over the containers of two `DecodingSession`s.
final class DefaultedDecoding {
  let document: DecodingSession
  let defaults: DecodingSession
  /// Whether what does not fit, and what is not known, is to be reported; else the former is an error.
  private let reportsProblems: Bool
  /// Whether what does not fit is left out, or is as in the default.
  private(set) var isLenient: Bool
  /// What is reported, in the order in which it was found.
  private(set) var findings: [Finding] = []
  /// The mappings of the document that types have asked for keys.
  private var requests: [Int: KeyRequests] = [:]

  struct Finding {
    let problem: DefaultingProblem
    /// The node at fault, and its path.
    let node: Int
    let path: DocumentPath
    /// The node that was not decoded, which contains the one at fault; nil if all were.
    var undecoded: Int?
    var isLeftOut = false
  }

  init(_ document: DecodingSession, beside defaults: DecodingSession, isLenient: Bool) {
    self.document = document
    self.defaults = defaults
    reportsProblems = isLenient
    self.isLenient = isLenient
  }

  // MARK: Values

  /// Decodes a node; if it does not fit, the default is decoded, which is at `fallback`.
  func value<T: Decodable>(_ type: T.Type, at node: Int, default fallback: Int?) throws -> T {
    do {
      return try lenientValue(type, at: node, default: fallback)
    } catch {
      guard isLenient, let fallback, let value = try? defaults.value(at: fallback, as: type) else {
        throw error
      }
      try report(error, type, at: node, .default)
      return value
    }
  }

  /// Decodes a node, with defaults for what does not fit inside it; throws if the node itself does not fit.
  ///
  /// A type that tries one form after the other must hear that one does not fit, so a value that fits is decoded strictly.
  func lenientValue<T: Decodable>(
    _ type: T.Type, at node: Int, default fallback: Int?
  ) throws -> T {
    guard isLenient else { return try fitting(type, at: node, default: fallback) }
    do {
      isLenient = false
      defer { isLenient = true }
      return try fitting(type, at: node, default: fallback)
    } catch {
      forgetRequests(in: node)
      return try fitting(type, at: node, default: fallback)
    }
  }

  /// Decodes a node, or throws if it does not fit.
  private func fitting<T: Decodable>(
    _ type: T.Type, at node: Int, default fallback: Int?
  ) throws -> T {
    if reportsProblems, let list = type as? any LenientCollection.Type {
      return sameTypeCast(try decode(list, at: node), to: type)
    }
    guard case .byItself = DecodedForm(of: type), !Self.isScalar(type) else {
      return try document.value(at: node, as: type)
    }
    document.keys.exempt(node, for: type)
    return try document.descend(to: node) { _ in
      try type.init(from: DefaultedDecoder(session: self, node: node, fallback: fallback))
    }
  }

  private func decode<List: LenientCollection>(_ list: List.Type, at node: Int) throws -> List {
    try list.decoded(at: node, in: self)
  }

  /// Types that ask a single-value container for themselves.
  private static func isScalar(_ type: Any.Type) -> Bool {
    type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type == String.self
      || type == Bool.self
  }

  // MARK: Reports

  /// The most that is reported, as the time for a place is in proportion to the document: what does not fit then is an error.
  private static let longestReport = 1000

  /// Reports that a value does not fit, or its key `name`, and what is in its place.
  func report(
    _ error: any Error, _ type: Any.Type, at node: Int, key name: String? = nil,
    _ substitute: DefaultingProblem.Substitute
  ) throws {
    guard findings.count < Self.longestReport else { throw error }
    forgetRequests(in: node)
    // What was found inside the value before it failed is part of it.
    let end = document.end(of: node)
    findings.removeAll { node..<end ~= $0.node }
    var (place, path) = (node, document.tape.path(to: node))
    var problem = DefaultingProblem.unfit("\(error)", substitute)
    if let text = name ?? scalar(at: node), let cases = Self.cases(of: type) {
      problem = .unknownCase(text, type: "\(type)", cases: cases, substitute)
    } else if let context = (error as? DecodingError)?.context {
      (place, path) = document.keys.location(at: context.codingPath, from: document.root)
      problem = .unfit(context.debugDescription, substitute)
    }
    findings.append(
      Finding(
        problem: problem, node: place, path: path, undecoded: node,
        isLeftOut: substitute == .nothing))
  }

  private func scalar(at node: Int) -> String? {
    document.entries[node].depthChange == 0 ? document.keys.key(at: node) : nil
  }

  /// The raw values of an enumeration that lists its cases.
  private static func cases(of type: Any.Type) -> [String]? {
    func values<T: CaseIterable>(_ type: T.Type) -> [String]? {
      let cases = type.allCases.prefix(9)
      let values = cases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
      guard values.count == cases.count else { return nil }
      return values.count > 8 ? values.prefix(8) + ["…"] : values
    }
    return (type as? any CaseIterable.Type).flatMap { values($0) }
  }

  // MARK: Keys

  /// What types have asked a mapping for.
  func requests(of mapping: Int) -> KeyRequests {
    if let known = requests[mapping] { return known }
    let new = KeyRequests()
    requests[mapping] = new
    return new
  }

  /// A type that failed has not asked for all of its keys.
  private func forgetRequests(in node: Int) {
    let end = document.end(of: node)
    requests = requests.filter { !(node..<end ~= $0.key) }
  }

  /// Reports the keys for which no type has asked.
  func reportUnknownKeys() {
    for (mapping, requests) in requests.sorted(by: { $0.key < $1.key }) where !requests.areForAll {
      for (key, value) in document.tape.pairs(in: mapping) {
        guard findings.count < Self.longestReport,
          !requests.found.contains(document.tape.content(of: value)),
          let name = document.keys.key(at: document.tape.content(of: key))
        else { continue }
        let nearest = NearestWord.to(name, in: requests.missing.map(\.string))
        let node = document.tape.content(of: value)
        let problem = DefaultingProblem.unknownKey(name, nearest: nearest)
        findings.append(
          Finding(problem: problem, node: node, path: document.tape.path(to: node)))
      }
    }
  }

  /// The values of the document that were not decoded, in its order.
  func undecoded() throws(DecantError) -> [UndecodedValue] {
    var values: [UndecodedValue] = []
    for finding in findings.sorted(by: { $0.undecoded ?? 0 < $1.undecoded ?? 0 }) {
      guard let node = finding.undecoded else { continue }
      let tokens = document.tape.path(to: node).steps.map { step in
        switch step {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
      }
      values.append(
        UndecodedValue(
          pointer: DocumentPointer(tokens: tokens), value: try document.tape.value(of: node),
          isLeftOut: finding.isLeftOut))
    }
    return values
  }

  /// The paths of the mappings that are not dictionaries, so that a key that they lack has a default.
  var pathsOfStructures: Set<DocumentPath> {
    Set(requests.filter { !$0.value.areForAll }.map { document.tape.path(to: $0.key) })
  }
}

/// What types have asked a mapping for.
final class KeyRequests {
  /// The values that were found.
  var found: Set<Int> = []
  /// The names of the keys that the mapping lacks.
  var missing: Set<KeyText> = []
  /// Whether a type has asked which keys there are, as dictionaries and enumerations do.
  var areForAll = false
}
