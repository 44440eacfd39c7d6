/**
 * The text as PostgreSQL can keep it: no NUL and no half of a surrogate pair. Names and descriptions come from other
 * people's files.
 */
export function storedText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
