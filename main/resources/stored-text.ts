/**
 * The text as PostgreSQL can keep it: no NUL and no half of a surrogate pair. Names and descriptions come from other
 * people's files.
 */
export function storedText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** NUL and half surrogates as `JSON.stringify` escapes them, after an even number of backslashes. */
const unstorableEscape = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** JSON as PostgreSQL can keep it, in keys and values alike. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value ?? null).replace(unstorableEscape, '$1\\ufffd')
}
