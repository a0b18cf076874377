internal import DecantCore
internal import DecantPropertyList
internal import DecantJSON
internal import DecantChanges
internal import DecantConversion

struct PlutilOutput {
  private var bytes: [UInt8]
  private let isText: Bool

  /// Converts `value` to `format`; the keys of text formats are sorted as plutil does.
  init(
    _ value: Value, as format: PlutilFormat, _ options: PlutilOptions
  ) throws(PlutilError) {
    isText = format.isText
    switch format {
    case .type: bytes = Array(PlutilType(of: value).rawValue.utf8)
    case .raw: bytes = Array(try value.rawText.utf8)
    case .xml:
      var plan = Plan(to: .xmlPropertyList)
      plan.keyOrder = .byBytes
      bytes = try value.encoded(byStrict: plan)
    case .binary:
      bytes = try value.encoded(byStrict: Plan(to: .binaryPropertyList))
    case .json:
      var plan = Plan(to: .json)
      plan.keyOrder = options.isReadable ? .byBytes : .asRead
      plan.writing.indentation = options.isReadable ? nil : .compact
      bytes = try value.json(by: plan)
    case .openStep:
      throw PlutilError("Conversion to OpenStep format is not supported")
    }
  }

  /// Edits a file in its format; bytes outside the edited values stay if the format allows it.
  init(_ input: PlutilInput, after edit: PlutilEdit) throws(PlutilError) {
    isText = false
    let patch = try edit.patch(of: input.value)
    var value = input.value
    try mappingError(PlutilError.init, try value.apply(patch))
    let isJSON = PlutilFormat.of(input.format) == .json
    if isJSON { try value.requireJSON() }
    // A file in UTF-16 has no place that can be edited.
    if let edited = try? input.applying(patch), edited.value == value {
      bytes = edited.bytes
    } else {
      var plan = Plan(to: input.format)
      if isJSON { plan.writing.indentation = .compact }
      bytes = try value.encoded(byStrict: plan)
    }
  }

  func write(to file: PlutilFile, _ options: PlutilOptions) throws(PlutilError) {
    let target = isText && options.output == nil ? nil : options.target(for: file.path)
    let ending: [UInt8] = isText && target == nil && options.endsLine ? [UInt8(ascii: "\n")] : []
    try file.write(bytes + ending, to: target)
  }
}

extension PlutilInput {
  fileprivate func applying(_ patch: JSONPatch) throws(DecantError) -> PlutilInput {
    var editor = try DocumentEditor(bytes, as: format, among: FormatRegistry([format]))
    try editor.apply(.patch(patch))
    return try PlutilInput(editor.bytes, as: format)
  }
}

extension Value {
  fileprivate func encoded(byStrict plan: Plan) throws(PlutilError) -> [UInt8] {
    var plan = plan
    plan.fidelity = .strict
    plan.writing[PropertyListCalendar.self] = .gregorian
    do throws(DecantError) {
      return try encoded(by: plan)
    } catch {
      let problem = PlutilError(error).message
      throw PlutilError("Invalid object in plist for property list format \(problem)")
    }
  }

  fileprivate func json(by plan: Plan) throws(PlutilError) -> [UInt8] {
    try requireJSON()
    var bytes = try encoded(byStrict: plan)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes
  }

  fileprivate func requireJSON() throws(PlutilError) {
    switch self {
    case .sequence, .mapping: if isJSON { return }
    default: break
    }
    throw PlutilError("Invalid object in plist for JSON format")
  }

  private var isJSON: Bool {
    switch self {
    case .null, .bool, .string: true
    case .number(let number): number.isFinite
    case .date, .localTime, .data, .uid: false
    case .sequence(let elements): elements.allSatisfy(\.isJSON)
    case .mapping(let mapping): mapping.allSatisfy { $0.key.string != nil && $0.value.isJSON }
    }
  }
}
