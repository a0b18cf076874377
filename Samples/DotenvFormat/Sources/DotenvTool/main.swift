// decant with .env files as an additional format.
import Decant
import DecantCLI
import DotenvFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

exit(Tool.main(registry: FormatRegistry.standard.adding(.dotenv)))
