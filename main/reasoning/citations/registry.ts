import { keyOfPlace } from '../../../contract/report/place'
import type { CitationView } from '../../../contract/report/report'
import { sha256 } from '../../store'
import type { Evidence } from '../port'

export interface CitedText {
  /** The text without its marks. */
  readonly text: string
  /** Numbers of the registry, each once, in the order written. */
  readonly citations: number[]
}

/**
 * Maps the `[n]` that a writer writes to places. Evidence is offered and gets a handle; the writer, model
 * or extractive, cites handles; each handle gets its number at its first citation, so that numbers follow the order
 * of reading. A handle that was never offered is dropped and counted.
 */
export interface CitationRegistry {
  /** The handle of a piece of evidence. The same place has one handle. */
  offer(evidence: Evidence): number
  /** Numbers for handles; unknown ones are dropped. */
  cite(handles: readonly number[]): number[]
  /** Takes `… [3][4].` as written: marks out of the text, handles to numbers. `[3, 4]` is read too. */
  read(written: string): CitedText
  /** What was cited, by number. */
  citations(): CitationView[]
  readonly dropped: number
}

const mark = /(?:(?<!\s)\s+)?\[(\d{1,4}(?:\s*[,，、]\s*\d{1,4})*)\]/g

export function createCitationRegistry(): CitationRegistry {
  const handles = new Map<string, number>()
  const offered: Evidence[] = []
  const numbers = new Map<number, number>()
  let dropped = 0
  const cite = (wanted: readonly number[]): number[] => {
    const answer: number[] = []
    for (const handle of wanted) {
      if (offered[handle - 1] === undefined) {
        dropped += 1
        continue
      }
      const number = numbers.get(handle) ?? numbers.size + 1
      numbers.set(handle, number)
      if (!answer.includes(number)) answer.push(number)
    }
    return answer
  }
  return {
    offer(evidence) {
      const key = keyOfPlace(evidence.place)
      const known = handles.get(key)
      if (known !== undefined) return known
      offered.push(evidence)
      handles.set(key, offered.length)
      return offered.length
    },
    cite,
    read(written) {
      const wanted: number[] = []
      const text = written.replace(mark, (_, list: string) => {
        wanted.push(...list.split(/[,，、]/).map((part) => Number.parseInt(part.trim(), 10)))
        return ''
      })
      return { text: text.trim(), citations: cite(wanted) }
    },
    citations() {
      return [...numbers]
        .sort((a, b) => a[1] - b[1])
        .flatMap(([handle, n]) => {
          const evidence = offered[handle - 1]
          if (evidence === undefined) return []
          return [
            {
              n,
              place: evidence.place,
              citedText: evidence.sentence,
              citedTextHash: sha256(evidence.sentence),
              state: 'present' as const,
            },
          ]
        })
    },
    get dropped() {
      return dropped
    },
  }
}
