import { type Intent, type IntentPart, intentPart } from '../contract/recall/intent'
import type { Speech } from './words'

/** One thing that was understood of a question: as it is shown, and what it means. */
export interface UnderstoodPart {
  readonly part: 'action' | IntentPart
  readonly text: string
  readonly meaning: string
}

/** How a question is understood, part by part: what it wants first, then what it names; keywords together, at last. */
export function partsOfIntent(intent: Intent, speech: Speech): UnderstoodPart[] {
  const { action } = intent
  const parts = intentPart.options.flatMap((part): UnderstoodPart[] => {
    const texts =
      part === 'keywords'
        ? [otherKeywords(intent).join(speech.language === 'en' ? ', ' : '、')]
        : intent[part].map(String)
    return texts
      .filter((text) => text !== '')
      .map((text) => ({
        part,
        text: part === 'phrases' ? `“${text}”` : text,
        meaning: speech.fact({ kind: 'partExplained', values: { part, text } }),
      }))
  })
  const asked = {
    part: 'action',
    text: speech.fact({ kind: 'intendedAction', values: { action } }),
    meaning: speech.fact({ kind: 'actionExplained', values: { action } }),
  } as const
  return [asked, ...parts]
}

/** Keywords that no other part says. */
function otherKeywords({ keywords, domains, phrases, files, identifiers, names }: Intent): string[] {
  const said = [...domains, ...phrases, ...files, ...identifiers, ...names].join('\n').toLowerCase()
  return keywords.filter((word) => !said.includes(word.toLowerCase()))
}
