internal import DecantCore

extension SchemaCheck {
  /// Enough for `maximumDepth` levels without optimization, which take 12 KB each.
  private static let stackSize = 256 << 20

  /// Returns the mismatches, which another thread finds if the stack of the caller has no room for the document.
  mutating func mismatches(from root: Int) throws(DecantError) -> [SchemaMismatch] {
    do throws(DecantError) {
      return try run(root)
    } catch {
      let (instance, schema, limit, isOutOfStack) = (instance, schema, limit, isOutOfStack)
      // What it was doing is unknown after an error.
      self = SchemaCheck(of: instance, by: schema, limit: limit)
      guard isOutOfStack else { throw error }
    }
    let (instance, schema, limit) = (instance, schema, limit)
    return try WorkerThread.result(stackSize: Self.stackSize) { () throws(DecantError) in
      var check = SchemaCheck(of: instance, by: schema, limit: limit)
      return try check.run(root)
    }
  }
}
