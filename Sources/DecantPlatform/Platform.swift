// The C library of the platform, under one name; only the folders `System` import it.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
#if os(Linux)
  @_exported public import CSystem
#endif
