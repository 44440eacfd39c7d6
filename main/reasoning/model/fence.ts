import { nameOfPlace } from '../../../contract/place'
import { sha256 } from '../../store'
import type { Evidence } from '../port'
import { displayText } from '../text/display'

/** What a passage shows of its source's name. */
const shownName = 120

/** Passages for a prompt, numbered from 1, between marks that no text among them can contain. */
export interface FencedPassages {
  /** Name of the marks. It hangs on all of the texts: one that knew it beforehand would change it. */
  readonly fence: string
  readonly text: string
}

export function fencePassages(evidence: readonly Evidence[]): FencedPassages {
  const lines = evidence.map(({ sentence, place }, at) => {
    const name = displayText(nameOfPlace(place)).slice(0, shownName)
    return `[${at + 1}] (${name}) ${displayText(sentence)}`
  })
  const fence = `passages-${sha256(lines.join('\n')).slice(0, 10)}`
  return { fence, text: `<${fence}>\n${lines.join('\n')}\n</${fence}>` }
}
