internal import DecantCore

/// A key path of plutil: keys and indices between dots, where `\.` is a dot in a key.
struct PlutilKeyPath: Equatable {
  let text: String
  let steps: [String]

  init(_ text: String) {
    self.text = text
    var steps = [""]
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", rest.first == "." {
        rest.removeFirst()
        steps[steps.count - 1].unicodeScalars.append(".")
      } else if scalar == "." {
        steps.append("")
      } else {
        steps[steps.count - 1].unicodeScalars.append(scalar)
      }
    }
    self.steps = steps
  }

  func value(in root: Value, expecting expected: PlutilType?) throws(PlutilError) -> Value {
    var value = root
    for step in steps {
      guard !step.isEmpty, let next = value.child(step) else {
        throw PlutilError(
          "Could not extract value, error: No value at that key path or invalid key path: \(text)")
      }
      value = next
    }
    let type = PlutilType(of: value)
    guard let expected, expected != type else { return value }
    throw PlutilError(
      "Value at [\(text)] expected to be \(expected) but is \(type)")
  }
}

extension Value {
  func child(_ step: String) -> Value? {
    if case .sequence = self { return Int(step).flatMap { self[$0] } }
    return self[step]
  }
}
