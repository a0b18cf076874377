internal import Decant

extension Session {
  /// What the arguments mean; formats are taken from the name of the program only where it is given.
  func conversion(calledAs program: String = "") throws(Failure) -> Conversion {
    do {
      return try Conversion(arguments, calledAs: program, among: registry) {
        [reporter] in reporter.reportRecord($0)
      }
    } catch {
      throw .usage(error)
    }
  }
}

extension Conversion {
  /// What becomes of inputs of `format`; what makes no sense is a mistake of the command line.
  func planForVerb(_ format: Format) throws(Failure) -> Plan {
    do {
      return try plan(for: format)
    } catch {
      throw .usage(error)
    }
  }

  /// Refuses what an input's format cannot do, as a mistake of the command line.
  func checkForVerb(_ format: Format) throws(Failure) {
    do {
      try check(reading: format)
    } catch {
      throw .usage(error)
    }
  }

  /// Pours one input of a verb into its output.
  func pour(_ input: inout Input, into pipeline: inout Pipeline) throws(Failure) {
    try checkForVerb(input.format)
    do {
      try pipeline.pour(&input)
    } catch {
      throw .error(error, reading: input.format)
    }
  }
}
