internal import DecantCore

/// The keywords that are annotations unless formats are asserted, by an option or by the metaschema.
extension SchemaCompiler {
  mutating func compileFormats(_ context: Context) {
    guard formats == .asserted || context.dialect.assertsFormats else { return }
    let instance = context.instance
    func text(of keyword: SchemaKeyword) -> (node: Int, text: String)? {
      guard let node = node(of: keyword), instance.kind(of: node) == .string else { return nil }
      return (node, instance.string(of: node))
    }
    if let (node, name) = text(of: .format), let format = SchemaFormat(named: name) {
      append(.format, .string, format.rawValue, node)
    }
    guard context.dialect.assertsContent else { return }
    var content: SchemaContent = []
    let encoding = text(of: .contentEncoding)
    let mediaType = text(of: .contentMediaType)
    if encoding?.text.lowercased() == "base64" { content.insert(.base64) }
    // What is encoded in another way cannot be read.
    if mediaType?.text.lowercased() == "application/json", encoding == nil || content == .base64 {
      content.insert(.json)
    }
    if !content.isEmpty, let node = encoding?.node ?? mediaType?.node {
      append(.content, .string, content.rawValue, node)
    }
  }
}
