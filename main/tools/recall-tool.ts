import { z } from 'zod'
import { ownTools } from '../../contract/calls/own-tools'
import { type RecallAnswer, recallAnswer, recallNote, recallReason } from '../../contract/recall/recall'
import type { Recall } from '../recall'
import { described, type Tool } from './tool'

const kept = recallAnswer.omit({ hits: true }).extend({
  hits: z.array(z.object({ passageId: z.number().int(), reason: recallReason })),
  // Journals of earlier builds hold sentences here, which nothing reads.
  notes: z.array(recallNote).catch([]),
})

/** Recall as a tool. Its journal names the passages and keeps no text of them: what leaves the library leaves it, too. */
export function createRecallTool(recall: Pick<Recall, 'recall' | 'reopen'>): Tool {
  return {
    ...described('recall'),
    // As many passages as were asked for.
    outputBytes: null,
    measured: ['tookMs'],
    run(given, { signal }) {
      const { query, top, filter } = ownTools.recall.input.parse(given)
      return recall.recall(query, { top, filter, signal })
    },
    journal: {
      keep(output) {
        const { hits, ...rest } = output as RecallAnswer
        return { ...rest, hits: hits.map(({ passageId, reason }) => ({ passageId, reason })) }
      },
      async restore(row, { signal }) {
        const { hits, ...rest } = kept.parse(row)
        return { ...rest, hits: await recall.reopen(hits, { signal }) }
      },
    },
  }
}
