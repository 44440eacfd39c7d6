import { quotedIn } from '../intent/quoted'
import type { Background } from '../text/background'
import { isNaming, phraseUses } from '../text/key-phrases'
import { contentWords } from '../text/words'
import { subjectWords } from './subject'

/** Characters of a quotation that is a name; a longer one is a sentence. */
const longestName = 40

/**
 * Names of what a question is about, most telling first: what stands in 《…》 or quotation marks, then its rarest
 * phrases. Phrases that share a word are given once.
 */
export function focusPhrases(question: string, background: Background, most: number): string[] {
  const quoted = quotedIn(question)
    .filter(({ text }) => text.length > 1 && text.length <= longestName)
    .map(({ text, start, end }) => (question[start] === '《' ? question.slice(start, end) : text))
  const subject = new Set(subjectWords(question).map((word) => word.stem))
  const phrases = phraseUses(question)
    .filter((use) => isNaming(use) && (use.isHan || use.stems.every((stem) => subject.has(stem))))
    .map((use) => ({
      surface: use.surface,
      stems: new Set(use.stems),
      weight:
        use.stems.reduce((sum, stem) => sum + background.idf(stem), 0) *
        (use.isHan ? Math.min(1.5, use.surface.length / 3) : use.stems.length === 1 ? 0.6 : 1),
    }))
    .sort((a, b) => b.weight - a.weight)
  const chosen: string[] = []
  const taken = new Set<string>()
  for (const name of quoted) {
    if (chosen.length === most) return chosen
    chosen.push(name)
    for (const word of contentWords(name)) taken.add(word.stem)
    taken.add(name)
  }
  for (const { surface, stems } of phrases) {
    if (chosen.length === most) break
    if ([...stems].some((stem) => taken.has(stem)) || chosen.some((name) => name.includes(surface))) continue
    chosen.push(surface)
    for (const stem of stems) taken.add(stem)
  }
  // In the order in which the question names them.
  return chosen.sort((a, b) => question.indexOf(a) - question.indexOf(b))
}
