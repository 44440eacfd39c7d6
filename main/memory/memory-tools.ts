import { memoryTools } from '../../contract/calls/own-tools'
import { purposeNow } from '../connections'
import { described, type Tool } from '../tools'
import type { ProjectMemory } from './project-memory'

/** The tools by which a language model looks into what the project remembers, and stores in it. */
export function createMemoryTools({ remembers, memories, bearingOn }: ProjectMemory): Tool[] {
  return [
    {
      ...described('search_memory'),
      async run(given, { signal }) {
        const { query } = memoryTools.search_memory.input.parse(given)
        const asked = {
          sessionId: purposeNow().sessionId ?? '',
          texts: [query],
          isForModel: false,
          isRemembered: true,
          limits: {},
        }
        const found = await bearingOn(asked, signal)
        return (found?.items ?? []).map(({ text, relevance, at }) => ({ text, relevance, at }))
      },
    },
    {
      ...described('remember'),
      async run(given) {
        const written = memoryTools.remember.input.parse(given)
        if (!remembers()) return 'not stored: remembering is switched off'
        return memories.storeByModel(written, purposeNow().sessionId ?? null)
      },
    },
  ]
}
