/// A way to write keys of several words.
public enum KeyStyle: String, Sendable, CaseIterable {
  case snake, camel, pascal, kebab
}
