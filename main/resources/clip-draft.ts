import type { ResourceDraft } from '../../contract/resources/resource'
import { storedText } from './stored-text'

/** Limits of contract/resources/resource.ts, in UTF-16 code units. */
const nameLength = 300
const textLength = 8000
const capabilityLength = 200
const capabilitiesLimit = 200

/**
 * A draft within the limits of the contract: names, descriptions and capabilities come from other people's files and may
 * be of any length. What is cut ends with an ellipsis; a thing without a name is called by its kind.
 */
export function clipDraft(draft: ResourceDraft): ResourceDraft {
  const capabilities = new Set<string>()
  for (const capability of draft.capabilities) {
    const clipped = clip(oneLine(capability), capabilityLength)
    if (clipped !== '') capabilities.add(clipped)
    if (capabilities.size === capabilitiesLimit) break
  }
  const name = clip(oneLine(draft.name), nameLength)
  return {
    ...draft,
    name: name === '' ? draft.type : name,
    description: clip(storedText(draft.description).trim(), textLength),
    capabilities: [...capabilities],
    usageInfo: clip(storedText(draft.usageInfo).trim(), textLength),
  }
}

const oneLine = (text: string): string => storedText(text).replace(/\s+/g, ' ').trim()

/** Never in the middle of a surrogate pair. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
