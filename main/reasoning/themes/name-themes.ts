import { type Background, containment, isNaming, type PhraseUse, phraseUses } from '../../language'

/** Passages of one theme, as text with its title so that what the title says counts once a source. */
export interface ThemeTexts {
  readonly texts: readonly string[]
}

interface Phrase {
  readonly key: string
  readonly stems: readonly string[]
  readonly isHan: boolean
  readonly surfaces: Map<string, number>
  uses: number
  closed: number
  /** Texts of each theme with the phrase. */
  readonly texts: number[]
}

function collectPhrases(themes: readonly ThemeTexts[]): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>()
  themes.forEach((theme, at) => {
    for (const text of theme.texts) {
      const seen = new Map<string, PhraseUse>()
      for (const use of phraseUses(text)) if (isNaming(use)) seen.set(use.key, use)
      for (const use of seen.values()) {
        const phrase = phrases.get(use.key) ?? {
          key: use.key,
          stems: use.stems,
          isHan: use.isHan,
          surfaces: new Map<string, number>(),
          uses: 0,
          closed: 0,
          texts: themes.map(() => 0),
        }
        phrases.set(use.key, phrase)
        phrase.uses += 1
        if (use.isClosed) phrase.closed += 1
        phrase.surfaces.set(use.surface, (phrase.surfaces.get(use.surface) ?? 0) + 1)
        phrase.texts[at] = (phrase.texts[at] ?? 0) + 1
      }
    }
  })
  return phrases
}

function commonestSurface(phrase: Phrase): string {
  const surfaces = [...phrase.surfaces].sort(
    (a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1),
  )
  return surfaces[0]?.[0] ?? phrase.key
}

function lengthWeight(phrase: Phrase): number {
  if (phrase.isHan) return phrase.stems.length === 1 ? Math.min(1.3, 0.5 + phrase.key.length * 0.2) : 1.25
  return [0, 0.4, 1.3, 1.4, 1.2][phrase.stems.length] ?? 1
}

/**
 * Key phrases of each theme, best first: how many of its texts have the phrase against the other themes' (class-based
 * tf-idf, Grootendorst 2022), how rare its words are in the library, and its length. A phrase that is part of a
 * better one of the theme, or has nearly its words, is left out; no phrase is given to two themes.
 */
export function keyPhrasesOf(themes: readonly ThemeTexts[], background: Background, most = 5): string[][] {
  const phrases = [...collectPhrases(themes).values()]
  const sizes = themes.map((theme) => Math.max(1, theme.texts.length))
  const given = new Set<string>()
  return themes.map((_, at) => {
    const size = sizes[at] ?? 1
    const least = size >= 3 ? 2 : 1
    const scored = phrases
      // Two Chinese words side by side are a name only where they keep coming together.
      .filter((phrase) => (phrase.texts[at] ?? 0) >= (phrase.isHan && phrase.stems.length > 1 ? 2 : least))
      .map((phrase) => {
        const here = (phrase.texts[at] ?? 0) / size
        const all = phrase.texts.reduce((sum, count, other) => sum + count / (sizes[other] ?? 1), 0)
        const rarity = phrase.stems.reduce((sum, stem) => sum + background.idf(stem), 0) / phrase.stems.length
        const whole = 0.25 + 0.75 * (phrase.closed / phrase.uses)
        const score = here * (0.35 + here / all) * lengthWeight(phrase) * whole * (0.1 + Math.min(rarity, 5) / 5)
        return { phrase, score }
      })
      .sort((a, b) => b.score - a.score || (a.phrase.key < b.phrase.key ? -1 : 1))
    const chosen: Phrase[] = []
    for (const { phrase } of scored) {
      if (chosen.length === most) break
      if (given.has(phrase.key)) continue
      const stems = new Set(phrase.stems)
      const isRepeat = chosen.some(
        (other) =>
          containment(stems, new Set(other.stems)) >= (phrase.isHan ? 0.5 : 0.6) ||
          (phrase.isHan && (other.key.includes(phrase.key) || phrase.key.includes(other.key))),
      )
      if (isRepeat) continue
      chosen.push(phrase)
    }
    for (const phrase of chosen) given.add(phrase.key)
    return chosen.map((phrase) => commonestSurface(phrase).replace(/(\p{Script=Han})\s+(?=\p{Script=Han})/gu, '$1'))
  })
}
