/** Scripts that are told apart. A letter of any other counts as covered by none. */
const scriptPatterns: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Han: /\p{Script=Han}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Katakana: /\p{Script=Katakana}/u,
  Hangul: /\p{Script=Hangul}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Thai: /\p{Script=Thai}/u,
}

/** Tokens of a script that a vocabulary needs to read it: the English one has a few stray letters of others. */
const fewestTokens = 300

/** Scripts that a vocabulary can read, for a model that declares no languages. */
export function scriptsOfVocabulary(tokens: Iterable<string>): string[] {
  const counts = new Map<string, number>()
  for (const token of tokens) {
    for (const [script, pattern] of Object.entries(scriptPatterns)) {
      if (pattern.test(token)) counts.set(script, (counts.get(script) ?? 0) + 1)
    }
  }
  return [...counts].filter(([, count]) => count >= fewestTokens).map(([script]) => script)
}

/** ISO 15924 codes that `Intl.Locale` answers, as Unicode's script names; compound ones are their parts. */
const scriptsOfCode: Readonly<Record<string, readonly string[]>> = {
  Latn: ['Latin'],
  Cyrl: ['Cyrillic'],
  Grek: ['Greek'],
  Hans: ['Han'],
  Hant: ['Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
  Arab: ['Arabic'],
  Hebr: ['Hebrew'],
  Deva: ['Devanagari'],
  Thai: ['Thai'],
}

/** Scripts that languages are written in, by their likely subtags (CLDR). A language unknown to it adds none. */
export function scriptsOfLanguages(languages: readonly string[]): string[] {
  const scripts = new Set<string>()
  for (const language of languages) {
    let code: string | undefined
    try {
      code = new Intl.Locale(language).maximize().script
    } catch (error) {
      // Not a language tag: config.json is the user's file, and the others still count.
      if (!(error instanceof RangeError)) throw error
    }
    for (const script of scriptsOfCode[code ?? ''] ?? []) scripts.add(script)
  }
  return [...scripts]
}
