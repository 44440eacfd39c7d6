const hasSurrogate = /[\uD800-\uDFFF]/

/**
 * The text as PostgreSQL can keep it: no NUL and no half of a surrogate pair. Each becomes one code unit, so that
 * offsets stay true.
 */
export function storable(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  return hasSurrogate.test(clean) ? clean.replace(/\p{Surrogate}/gu, '\uFFFD') : clean
}
