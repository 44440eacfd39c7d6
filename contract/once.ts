/** What `make` returns, made when it is first asked for: what few need is not to cost each start of the program. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
