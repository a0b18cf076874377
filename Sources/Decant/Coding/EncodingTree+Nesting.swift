/// Collections and places that are asked for by calls that cannot throw.
extension EncodingTree {
  /// The collection that a key has in a mapping, or gets; any place if `kind` is nil.
  func collection(_ kind: Event.Kind?, of key: some CodingKey, in mapping: Int) -> Int {
    let name = name(of: key, in: mapping)
    if let kind, let known = value(of: name, in: mapping), self[known].kind == kind {
      return known
    }
    checkStack(at: mapping)
    return collection(kind) { () throws(DecantError) in try setValue(of: name, in: mapping) }
  }

  /// A new collection at the end of a sequence; any place if `kind` is nil.
  func collection(_ kind: Event.Kind?, in sequence: Int) -> Int {
    checkStack(at: sequence)
    return collection(kind) { () throws(DecantError) in try appendElement(to: sequence) }
  }

  private func collection(
    _ kind: Event.Kind?, in place: () throws(DecantError) -> Int
  ) -> Int {
    do throws(DecantError) {
      let node = try place()
      return kind.map { begin($0, at: node) } ?? node
    } catch {
      fail(.unwritable(error, at: []))
      return Self.root
    }
  }
}
