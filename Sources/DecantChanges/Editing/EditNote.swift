internal import DecantCore

/// What a person should know of a value that was entered, or of the slot where it went.
package enum EditNote: Sendable, Hashable {
  /// A text in braces is not a mapping, a number is among texts, and a value is text as those beside it are.
  case template(String), numberAmongTexts(String), textAmongTexts(String)
  /// The names of a path with dots that has led to nothing became keys.
  case newMappings(path: String, key: String)
  /// A new key of the root is in one of its mappings, too.
  case keyElsewhere(String, at: String)

  /// The note; `option` takes a value as text.
  package func message(textOption option: String) -> String {
    switch self {
    case .template(let text): "\(text.quoted) was taken as text; --value reads it as YAML"
    case .numberAmongTexts(let text):
      "\(text.quoted) is a number beside values that are all text; \(option) takes it as text"
    case .textAmongTexts(let text):
      "\(text.quoted) became text, as the values beside it are; --value reads it as YAML"
    case .newMappings(let path, let key):
      "\(path.quoted) led to nothing, so that its names became keys; .[\"\(key.visible(limit: 64))\"] is one key"
    case .keyElsewhere(let key, let pointer):
      "\(key.quoted) is new at the top; \(pointer.quoted) exists"
    }
  }
}
