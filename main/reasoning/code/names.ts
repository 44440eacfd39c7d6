/** The words within names, with the rest of a text: `parse Http Header` of `parseHttpHeader`, `max size` of `max_size`. */
export const withNamesParted = (text: string): string =>
  text
    .replace(/[_$./\\:-]+/g, ' ')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')

/** Tokens of a text that can be names of code, dotted ones whole and in their parts. */
export function tokensOf(text: string): string[] {
  const tokens = text.match(/[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*/g) ?? []
  return [...new Set(tokens.flatMap((token) => [token, ...token.split(/\.|::|#|->/)]))]
}

/** `parseHttpHeader`, `max_size`, `JsonReader`: no word of a language is written so. */
export const isWrittenAsName = (token: string): boolean =>
  /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|[\p{L}\p{N}]_\p{L}|^_+\p{L}/u.test(token)
