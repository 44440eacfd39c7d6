import { nameOfPlace } from '../../../contract/report/place'
import { displayText } from '../../language'
import { sha256 } from '../../store'
import type { Evidence } from '../port'

/** What a passage shows of its source's name. */
const shownName = 120

/** Foreign text for a prompt, between marks that nothing in it can contain. */
export interface Fenced {
  /** Name of the marks. It hangs on all of the texts: one that knew it beforehand would change it. */
  readonly fence: string
  readonly text: string
}

/** Passages, numbered from 1. */
export function fencePassages(evidence: readonly Evidence[]): Fenced {
  const lines = evidence.map(({ sentence, place }, at) => {
    const name = displayText(nameOfPlace(place)).slice(0, shownName)
    return `[${at + 1}] (${name}) ${displayText(sentence)}`
  })
  return fenceLines('passages', lines)
}

export function fenceLines(name: string, lines: readonly string[]): Fenced {
  const fence = `${name}-${sha256(lines.join('\n')).slice(0, 10)}`
  return { fence, text: `<${fence}>\n${lines.join('\n')}\n</${fence}>` }
}
