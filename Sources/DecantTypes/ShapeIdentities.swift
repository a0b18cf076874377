internal import DecantCore

/// Numbers for shapes and mappings, equal if their types are.
///
/// A mapping that contains itself is only equal to itself, and so is each class.
struct ShapeIdentities {
  private(set) var ofShapes: [Int]
  /// The numbers of the types of shapes, whether null was seen or not.
  private(set) var ofTypes: [Int]
  private(set) var ofMappings: [Int]
  private var numbers: [KeyText: Int] = [:]

  init(_ shapes: borrowing Shapes, _ options: TypeInference.Options) {
    ofShapes = [Int](repeating: -1, count: shapes.shapes.count)
    ofTypes = ofShapes
    ofMappings = [Int](repeating: -1, count: shapes.mappings.count)
    number(shapes, options)
  }

  /// Numbers inner shapes first, by a traversal with a stack: documents may be deep.
  private mutating func number(_ shapes: borrowing Shapes, _ options: TypeInference.Options) {
    var isEntered = [Bool](repeating: false, count: shapes.shapes.count)
    var stack = [(shape: shapes.current(shape: Shapes.root), isDone: false)]
    while let (shape, isDone) = stack.popLast() {
      if isDone {
        ofShapes[Int(shape)] = number(of: shape, shapes, options)
        continue
      }
      guard !isEntered[Int(shape)] else { continue }
      isEntered[Int(shape)] = true
      stack.append((shape, true))
      if let element = shapes.element(of: shape) { stack.append((element, false)) }
      for mapping in shapes.mappingList(of: shape) {
        if let values = shapes.values(of: mapping) { stack.append((values, false)) }
        for field in shapes.fieldList(of: mapping) {
          stack.append((shapes.shape(of: field), false))
        }
      }
    }
  }

  private mutating func number(
    of shape: Int32, _ shapes: borrowing Shapes, _ options: TypeInference.Options
  ) -> Int {
    var parts: [String] = []
    for type in shapes.types(of: shape, options) {
      switch type {
      case .sequence:
        parts.append("[\(shapes.element(of: shape).map(reference(to:)) ?? "")]")
      case .dictionary(let mapping), .structure(let mapping):
        parts.append("m\(number(ofMapping: mapping, shapes))")
      case .enumeration:
        let texts = shapes.texts.list(of: shapes.shapes[Int(shape)]).map { KeyText($0) }
        parts.append("e\(texts.sorted().map(\.string))")
      default:
        parts.append("\(type)")
      }
    }
    let text = parts.joined(separator: "|")
    ofTypes[Int(shape)] = number(of: text)
    return shapes.shapes[Int(shape)].nulls > 0 ? number(of: text + "?") : ofTypes[Int(shape)]
  }

  private mutating func number(ofMapping mapping: Int32, _ shapes: borrowing Shapes) -> Int {
    if ofMappings[Int(mapping)] >= 0 { return ofMappings[Int(mapping)] }
    let seen = shapes.mappings[Int(mapping)]
    var text = seen.classNumber >= 0 ? "class \(seen.classNumber)" : ""
    if let values = shapes.values(of: mapping) { text += "values \(reference(to: values))" }
    for field in shapes.fieldList(of: mapping) {
      let isOptional = shapes.fields[Int(field)].count < seen.count
      let shape = reference(to: shapes.shape(of: field))
      text += "\(shapes.name(of: field).debugDescription):\(shape)\(isOptional ? "?" : ""),"
    }
    let number = number(of: "{\(text)}")
    ofMappings[Int(mapping)] = number
    return number
  }

  /// The number of a shape, or the shape itself if it is not numbered yet, because it contains what refers to it.
  private func reference(to shape: Int32) -> String {
    let number = ofShapes[Int(shape)]
    return number < 0 ? "@\(shape)" : "\(number)"
  }

  private mutating func number(of text: String) -> Int {
    let text = KeyText(text)
    if let known = numbers[text] { return known }
    numbers[text] = numbers.count
    return numbers.count - 1
  }
}
