import Decant
import DecantCLI
import DecantLibYAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

exit(Tool.main(registry: FormatRegistry.standardWithLibYAML))
