internal import Decant

extension Session {
  func forEachDocument(
    of file: String, _ body: (Document, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let conversion = try conversion()
    var input = try open(file, as: conversion.source)
    let format = input.format
    var reader: DocumentReader
    do throws(DecantError) {
      try conversion.refine(&input, for: nil)
      reader = try DocumentReader(input, conversion.readingAlone)
    } catch {
      throw .error(error, reading: format)
    }
    var index = 0
    while true {
      let document: Document?
      do throws(DecantError) {
        document = try reader.next()
      } catch {
        throw .error(error, reading: format)
      }
      guard let document else { return }
      try body(document, index)
      index += 1
    }
  }
}
