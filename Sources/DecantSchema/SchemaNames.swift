internal import DecantCore

/// The keys that occur in schemas, each with a number.
///
/// The keywords have the first numbers. The keys of an instance are looked up once, and compared by number then.
struct SchemaNames: Sendable {
  private var index = HashIndex()
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private let hash = KeyHash()

  init() {
    for name in SchemaKeyword.names { intern(String(name)) }
  }

  var count: Int { ends.count }

  func name(_ number: Int) -> String { String(decoding: text[range(of: number)], as: UTF8.self) }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Returns the number of a name, or -1 if it is unknown.
  func number(of name: RawSpan) -> Int { number(of: name, hash(name, in: 0)) }

  private func number(of name: RawSpan, _ hash: UInt32) -> Int {
    index.find(hash) { isName($0, name) } ?? -1
  }

  @discardableResult
  mutating func intern(_ name: String) -> Int { name.withBytes { intern($0) } }

  mutating func intern(_ name: RawSpan) -> Int {
    let hash = hash(name, in: 0)
    let known = number(of: name, hash)
    guard known < 0 else { return known }
    text.append(copying: name)
    ends.append(text.count)
    index.add(ends.count - 1, hash)
    return ends.count - 1
  }

  private func isName(_ number: Int, _ name: RawSpan) -> Bool {
    text.withBytes { $0.extracting(range(of: number)).isEqual(to: name) }
  }
}
