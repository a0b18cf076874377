internal import DecantCore
internal import DecantSystem

extension SchemaCheck {
  /// Enough for `maximumDepth` levels without optimization, which take 12 KB each.
  private static let stackSize = 256 << 20

  /// Returns the mismatches, which another thread finds if the stack of the caller has no room for the document.
  mutating func mismatches(from root: Int) throws(DecantError) -> [SchemaMismatch] {
    do throws(DecantError) {
      return try run(root)
    } catch {
      let (schema, instance, open, limit) = (schema, instance, open, limit)
      let isOutOfStack = isOutOfStack
      // What it was doing is unknown after an error.
      self = SchemaCheck(by: schema)
      begin(instance, open, limit: limit)
      guard isOutOfStack else { throw error }
    }
    let (schema, instance, open, limit) = (schema, instance, open, limit)
    let result = try WorkerThread.result(stackSize: Self.stackSize) { () throws(DecantError) in
      // It measures the stack of its thread.
      var check = SchemaCheck(by: schema)
      check.begin(instance, open, limit: limit)
      return (mismatches: try check.run(root), held: check.held)
    }
    held = result.held
    return result.mismatches
  }
}
