import type { SourceFilter, SourceState, SourceView } from '../../../contract/source'
import { quarry } from '../../bridge'
import { type Pages, usePages } from '../../ui/use-pages'

/** The matching sources, page by page as they are seen. */
export function useSourcePages(
  revision: number,
  text: string,
  states: readonly SourceState[] | undefined,
): Pages<SourceView, null> {
  return usePages(JSON.stringify([text, states]), revision, async (offset, limit) => {
    const filter: SourceFilter = { ...(text ? { text } : {}), ...(states ? { states: [...states] } : {}) }
    const { sources, total } = await quarry.libraryList({ offset, limit, filter })
    return { rows: sources, total, rest: null }
  })
}
