/// Which types share their instances.
final class SharingTypes {
  private let answers = TypeTable<Bool>()

  @inline(__always)
  func contains<T>(_ type: T.Type) -> Bool {
    answers[ObjectIdentifier(type)] ?? ask(type)
  }

  @inline(never)
  private func ask<T>(_ type: T.Type) -> Bool {
    let isShared = type is any SharedInstance.Type
    answers.keep(isShared, for: ObjectIdentifier(type))
    return isShared
  }
}
