internal import DecantCore
internal import DecantChanges

struct PlutilEdit: Equatable {
  enum Change: Equatable {
    case insert(Value)
    case append(Value)
    case replace(Value)
    case remove
  }

  let change: Change
  let path: PlutilKeyPath

  func patch(of root: Value) throws(PlutilError) -> JSONPatch {
    let operation =
      switch change {
      case .insert(let value), .append(let value), .replace(let value):
        try placement(of: value, in: root)
      case .remove: try removal(in: root)
      }
    return JSONPatch([operation])
  }

  private func placement(
    of value: Value, in root: Value
  ) throws(PlutilError) -> JSONPatch.Operation {
    let (parent, tokens) = try parent(in: root)
    let last = path.steps[path.steps.count - 1]
    switch parent {
    case .mapping(let mapping):
      let pointer = DocumentPointer(tokens: tokens + [last])
      guard let old = mapping[last] else { return .add(pointer, value) }
      switch change {
      case .replace: return .replace(pointer, value)
      case .append where old.array != nil:
        return .add(DocumentPointer(tokens: tokens + [last, "-"]), value)
      case .append: throw PlutilError("Appending to a non-array at key path \(path.text)")
      default: throw PlutilError("Value already exists at key path \(path.text)")
      }
    case .sequence(let elements):
      let index = try index(last, in: elements, allowsEnd: change.addsElement)
      let pointer = DocumentPointer(tokens: tokens + [String(index)])
      switch change {
      case .append where elements[index].array != nil:
        return .add(DocumentPointer(tokens: tokens + [String(index), "-"]), value)
      case .append:
        throw PlutilError("Attempt to append value to non-array at key path \(path.text)")
      case .replace where index < elements.count: return .replace(pointer, value)
      default: return .add(pointer, value)
      }
    default:
      throw PlutilError("Unable to insert value at key path \(path.text)")
    }
  }

  private func parent(in root: Value) throws(PlutilError) -> (Value, tokens: [String]) {
    var value = root
    var tokens: [String] = []
    for step in path.steps.dropLast() {
      switch value {
      case .mapping(let mapping):
        guard let next = mapping[step] else {
          throw PlutilError("Key path not found \(path.text)")
        }
        tokens.append(step)
        value = next
      case .sequence(let elements):
        let index = try index(step, in: elements, allowsEnd: false)
        tokens.append(String(index))
        value = elements[index]
      default:
        throw PlutilError("Unable to insert value at key path \(path.text)")
      }
    }
    return (value, tokens)
  }

  private func index(
    _ step: String, in elements: [Value], allowsEnd: Bool
  ) throws(PlutilError) -> Int {
    guard let index = Int(step) else {
      throw PlutilError("Unable to index into array with key path \(path.text)")
    }
    guard elements.indices.contains(index) || allowsEnd && index == elements.count else {
      throw PlutilError("Index \(index) out of bounds in array at key path \(path.text)")
    }
    return index
  }

  private func removal(in root: Value) throws(PlutilError) -> JSONPatch.Operation {
    var value = root
    var tokens: [String] = []
    for step in path.steps {
      guard !step.isEmpty, let next = value.child(step) else {
        throw PlutilError("No value to remove at key path \(path.text)")
      }
      // An index may have a sign or leading zeros, which a pointer may not.
      if case .sequence = value, let index = Int(step) {
        tokens.append(String(index))
      } else {
        tokens.append(step)
      }
      value = next
    }
    return .remove(DocumentPointer(tokens: tokens))
  }
}

extension PlutilEdit.Change {
  fileprivate var addsElement: Bool {
    switch self {
    case .insert, .replace: true
    case .append, .remove: false
    }
  }
}
