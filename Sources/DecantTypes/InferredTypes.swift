internal import DecantCore

/// The types of documents, each with a name: structures, enumerations and mixtures.
///
/// Equal structures share one type. Types are in the order of their first use.
final class InferredTypes {
  /// A type to declare.
  struct Declaration {
    let name: String
    /// A shape of that type; for a structure, its mapping is `mapping`.
    let shape: Int32
    /// The mapping of a structure, or -1.
    let mapping: Int32
    /// The places in which values of the type are, as a pointer with `*` for elements.
    var path: String
    var count: Int
  }

  let shapes: Shapes
  let options: TypeInference.Options
  let documents: Int
  let classNames: [String]
  let rootName: String
  private(set) var declarations: [Declaration] = []
  /// All shapes, outer ones first.
  private(set) var order: [Int32] = []
  private var declarationOfShape: [Int32: Int] = [:]
  private var declarationOfMapping: [Int32: Int] = [:]

  /// The names of types that a module may need for several outputs.
  var nullableName: String { rootName + "Nullable" }
  var classTableName: String { rootName + "Classes" }

  static let root = Shapes.root

  init(
    _ shapes: consuming Shapes, named rootName: String, documents: Int, classNames: [String],
    _ options: TypeInference.Options
  ) {
    self.shapes = shapes
    self.options = options
    self.documents = documents
    self.classNames = classNames
    var name = rootName
    if !options.hasGivenName,
      case .structure(let mapping) = self.shapes.type(
        of: self.shapes.current(shape: Self.root), options),
      let className = Self.className(of: mapping, in: self.shapes, classNames)
    {
      name = className
    }
    let type = SwiftName.type(fromKey: name)
    let isTaken = options.needsSwiftTypes && SwiftName.taken.contains(type)
    self.rootName = isTaken ? type + "Document" : type
    let identities = ShapeIdentities(self.shapes, options)
    declareAll(identities)
  }

  var root: Int32 { shapes.current(shape: Self.root) }

  func type(of shape: Int32) -> InferredType { shapes.type(of: shape, options) }

  func types(of shape: Int32) -> [InferredType] { shapes.types(of: shape, options) }

  func declaration(ofShape shape: Int32) -> Declaration? {
    declarationOfShape[shape].map { declarations[$0] }
  }

  func declaration(ofMapping mapping: Int32) -> Declaration? {
    declarationOfMapping[mapping].map { declarations[$0] }
  }

  // MARK: Naming

  private struct Place {
    let shape: Int32
    let base: String
    let parent: String
    let path: String

    /// Returns the path of a value inside this one; the end of a long path is not shown, and left out.
    func inner(_ token: String) -> String {
      path.utf8.count > 100 ? path : path + "/" + token
    }
  }

  private func declareAll(_ identities: ShapeIdentities) {
    var taken = TakenNames(SwiftName.taken.union([rootName, nullableName, classTableName]))
    var declared: [Int: Int] = [:]
    var isVisited = [Bool](repeating: false, count: shapes.shapes.count)
    // The name is that of an optional type if a document can be null.
    let base = shapes.shapes[Int(root)].nulls > 0 ? rootName + "Object" : rootName
    var stack = [Place(shape: root, base: base, parent: "", path: "")]
    while let place = stack.popLast() {
      guard !isVisited[Int(place.shape)] else { continue }
      isVisited[Int(place.shape)] = true
      order.append(place.shape)
      let type = type(of: place.shape)
      var parent = place.parent
      if type == .mixture || type == .enumeration {
        let identity = identities.ofTypes[Int(place.shape)]
        let index = declare(identity, place, mapping: -1, &declared, &taken)
        declarationOfShape[place.shape] = index
        declarations[index].count += shapes.shapes[Int(place.shape)].valueCount
        parent = declarations[index].name
      }
      var inner: [Place] = []
      let single = EnglishNoun.singular(of: place.base)
      let elementBase = place.parent.isEmpty && single == rootName ? single + "Element" : single
      for type in types(of: place.shape) {
        switch type {
        case .sequence:
          guard let element = shapes.element(of: place.shape) else { break }
          inner.append(
            Place(shape: element, base: elementBase, parent: parent, path: place.inner("*")))
        case .dictionary(let mapping):
          guard let values = shapes.values(of: mapping) else { break }
          inner.append(
            Place(shape: values, base: elementBase, parent: parent, path: place.inner("*")))
        case .structure(let mapping):
          inner += declareStructure(mapping, at: place, identities, &declared, &taken)
        default:
          break
        }
      }
      stack += inner.reversed()
    }
  }

  private func declareStructure(
    _ mapping: Int32, at place: Place, _ identities: ShapeIdentities, _ declared: inout [Int: Int],
    _ taken: inout TakenNames
  ) -> [Place] {
    guard declarationOfMapping[mapping] == nil else { return [] }
    let isMixed = declarationOfShape[place.shape] != nil
    let isRoot = place.path.isEmpty && !isMixed
    let className = isRoot ? nil : Self.className(of: mapping, in: shapes, classNames)
    let base = className.map { SwiftName.type(fromKey: $0) } ?? place.base
    let identity = identities.ofMappings[Int(mapping)]
    let index = declare(
      identity,
      Place(
        shape: place.shape, base: isMixed && className == nil ? base + "Object" : base,
        parent: place.parent, path: place.path),
      mapping: mapping, &declared, &taken)
    declarationOfMapping[mapping] = index
    declarations[index].count += shapes.mappings[Int(mapping)].count
    let parent = declarations[index].name
    return shapes.fieldList(of: mapping).map { field in
      let name = shapes.name(of: field)
      return Place(
        shape: shapes.shape(of: field), base: SwiftName.type(fromKey: name), parent: parent,
        path: place.inner(name.pointerToken))
    }
  }

  /// Returns the name of a class without its module, or nil if the mapping is plain data.
  private static func className(
    of mapping: Int32, in shapes: borrowing Shapes, _ names: [String]
  ) -> String? {
    let number = shapes.mappings[Int(mapping)].classNumber
    return number < 0 ? nil : SwiftName.ofClass(names[Int(number)])
  }

  private func declare(
    _ identity: Int, _ place: Place, mapping: Int32, _ declared: inout [Int: Int],
    _ taken: inout TakenNames
  ) -> Int {
    if let known = declared[identity] { return known }
    // The root has the name that the caller asked for.
    let isRoot = place.path.isEmpty && place.base == rootName && declarations.isEmpty
    let name = isRoot ? rootName : Self.free(place.base, in: place.parent, &taken)
    declarations.append(
      Declaration(name: name, shape: place.shape, mapping: mapping, path: place.path, count: 0))
    declared[identity] = declarations.count - 1
    return declarations.count - 1
  }

  static func free(
    _ base: String, in parent: String, _ taken: inout TakenNames
  ) -> String {
    if taken.insert(base) { return base }
    let longer = parent + base
    if !parent.isEmpty, taken.insert(longer) { return longer }
    return taken.unique(base)
  }
}

extension Shape {
  /// The number of values other than null.
  var valueCount: Int {
    booleans + integers + reals + strings + dates + data + sequences + mappings + references
  }
}

extension String {
  /// The text as a token of a JSON Pointer.
  fileprivate var pointerToken: String {
    var token = ""
    for character in unicodeScalars {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(character)
      }
    }
    return token
  }
}
