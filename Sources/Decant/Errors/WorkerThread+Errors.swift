extension WorkerThread {
  package static func start(
    _ work: @escaping @Sendable () -> Void
  ) throws(DecantError) -> WorkerThread {
    do {
      return try WorkerThread(work)
    } catch {
      throw DecantError(.system(.create, code: error.code))
    }
  }
}
