internal import DecantCore
internal import DecantChanges
internal import DecantConversion
internal import DecantSystem

extension Session {
  /// Throws if a file would be replaced by some of its documents.
  func checkDocuments() throws(Failure) {
    guard arguments.plan.reading.documents != nil, arguments.inPlace != nil else { return }
    throw .usage("'--document' cannot be used together with '--in-place'")
  }

  /// Calls `body` with each document of a file that a reader returns, which `makeReader` creates, and `willWait` before the
  /// file makes it wait.
  func forEachDocument(
    of file: String,
    from makeReader: (consuming Input, ReadingOptions) throws(DecantError) -> DocumentReader,
    willWait: (() throws(DecantError) -> Void)? = nil, _ body: (Document) throws(Failure) -> Void
  ) throws(Failure) {
    let conversion = try conversion()
    var input = try documentInput(file, conversion)
    input.window.willWait = willWait
    let format = input.format
    var reader: DocumentReader
    do throws(DecantError) {
      reader = try makeReader(input, conversion.readingAlone)
    } catch {
      throw .error(error, reading: format)
    }
    var failure: Failure?
    do throws(DecantError) {
      try reader.forEach { (document) throws(DecantError) in
        do throws(Failure) {
          try body(document)
        } catch {
          failure = error
          throw DecantError(.malformedEvents("the caller has failed"))
        }
      }
    } catch {
      throw failure ?? .error(error, reading: format)
    }
  }

  /// Calls `body` with each document of a file, in which aliases are expanded, and the input, which knows its lines.
  func forEachLocatedDocument(
    of file: String, _ body: (Document, borrowing Input) throws(DecantError) -> Void
  ) throws(Failure) {
    let conversion = try conversion()
    var input = try documentInput(file, conversion)
    do throws(DecantError) {
      try input.forEachLocatedDocument(conversion.readingAlone, body)
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  /// Returns what is wrong with a path that leads to nothing in a document of a file, if that can be read again.
  func hint(ofMissing path: PathPattern, inDocument number: Int, of file: String) -> String? {
    let isKept = console.parts != nil || file != "-" && System.status(of: file).regularFile != nil
    guard isKept, let conversion = try? conversion(),
      let input = try? documentInput(file, conversion)
    else { return nil }
    let isOfRows = input.format.abilities.contains(.rows)
    guard var reader = try? DocumentReader(input, conversion.readingAlone) else { return nil }
    for _ in 1..<number { guard (try? reader.next()) != nil else { return nil } }
    guard let document = try? reader.next() else { return nil }
    if isOfRows, path.steps.count > 1 {
      let row = PathPattern(steps: path.steps.dropFirst(), text: ".")
      if !row.matches(in: document.root).isEmpty, let names = row.names {
        return "each row is a document: get \(names.map { "." + $0.string }.joined())"
      }
    }
    return path.hint(ofMissingIn: document.root)
  }

  /// Calls `body` with the events of a file, in which aliases are expanded.
  func forEachBatch(
    of file: String, _ body: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(Failure) {
    let conversion = try conversion()
    var input = try documentInput(file, conversion)
    do throws(DecantError) {
      try input.forEachBatch(conversion.readingAlone, body)
    } catch {
      throw .error(error, reading: input.format)
    }
  }

  /// Adds the documents of a file to `tape`, and returns their roots.
  ///
  /// `name` is the one that the file has elsewhere, which tells its format.
  func documents(
    of file: String, named name: String? = nil, on tape: inout VersionTape
  ) throws(Failure) -> [Int] {
    let conversion = try conversion()
    let named = name.flatMap { registry.format(forFileNamed: $0) }
    let input = try documentInput(file, conversion, as: named)
    let format = input.format
    let documents: [Int]
    do throws(DecantError) {
      documents = try tape.read(input, conversion.readingAlone)
    } catch {
      throw .error(error, reading: format)
    }
    if let failure = tape.failure { throw .error(failure.about(file)) }
    return documents
  }

  private func documentInput(
    _ file: String, _ conversion: PlanMaker, as format: Format? = nil
  ) throws(Failure) -> Input {
    var input = try open(file, as: conversion.source ?? format)
    let format = input.format
    do throws(DecantError) {
      try conversion.refine(&input, for: nil)
    } catch {
      throw .error(error, reading: format)
    }
    return input
  }
}
