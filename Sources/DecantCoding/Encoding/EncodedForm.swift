internal import DecantCore

/// How the values of a type are encoded.
enum EncodedForm: BitwiseCopyable {
  case byItself
  /// In an archive: of a class, whose subclasses must not be encoded unseen, or of the table of classes.
  case classed
  case shared
  // Sets and dictionaries vary in order between processes.
  case set
  case dictionary
  /// A dictionary whose keys are data, exempt from key strategies.
  case stringDictionary

  var isUnordered: Bool { self == .set || self == .dictionary || self == .stringDictionary }

  init<T>(of type: T.Type, in classes: KeyedArchive.Classes?) {
    switch type {
    case is any SharedInstance.Type: self = .shared
    case is any AnySet.Type: self = .set
    case is any KeyedByData.Type: self = .stringDictionary
    case is any AnyDictionary.Type: self = .dictionary
    case is AnyObject.Type where classes != nil: self = .classed
    default: self = classes?.name(of: type) == nil ? .byItself : .classed
    }
  }
}

/// Any `Set`, whatever its elements, to be recognized by a cast; so is `AnyDictionary`.
private protocol AnySet {}
extension Set: AnySet {}

/// Any `Dictionary`: its order differs between processes, so that it is sorted for a digest.
private protocol AnyDictionary {}
extension Dictionary: AnyDictionary {}
