internal import Synchronization

extension SchemaCheck {
  /// Enough for `maximumDepth` levels without optimization, which take 12 KB each.
  private static let stackSize = 256 << 20

  private final class Outcome: Sendable {
    let result = Mutex<Result<[SchemaMismatch], DecantError>?>(nil)
  }

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
    let outcome = Outcome()
    try WorkerThread.start(stackSize: Self.stackSize) {
      var check = SchemaCheck(of: instance, by: schema, limit: limit)
      let result: Result<[SchemaMismatch], DecantError>
      do throws(DecantError) {
        result = .success(try check.run(root))
      } catch {
        result = .failure(error)
      }
      outcome.result.withLock { $0 = result }
    }.join()
    guard let result = outcome.result.withLock({ $0 }) else { return [] }
    return try result.get()
  }
}
