/// An `Encoder` that writes into one node of an `EncodingTree`.
struct TreeEncoder: Encoder {
  let tree: EncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(of: node) }
  var userInfo: [CodingUserInfoKey: Any] { tree.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      TreeKeyedEncodingContainer<Key>(tree: tree, node: tree.begin(.beginMapping, at: node)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeUnkeyedEncodingContainer(tree: tree, node: tree.begin(.beginSequence, at: node))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TreeSingleValueEncodingContainer(tree: tree, node: node)
  }
}
