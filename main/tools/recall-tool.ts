import { z } from 'zod'
import { type RecallAnswer, recallAnswer, recallNote, recallReason } from '../../contract/recall'
import type { Recall } from '../recall'
import type { Tool } from './tool'

const input = z.object({
  query: z.string().min(1).max(4000).describe('A question or key words.'),
  top: z.number().int().min(1).max(200).default(20).describe('How many passages at most.'),
})
const kept = recallAnswer.omit({ hits: true }).extend({
  hits: z.array(z.object({ passageId: z.number().int(), reason: recallReason })),
  // Journals of earlier builds hold sentences here, which nothing reads.
  notes: z.array(recallNote).catch([]),
})

/** Recall as a tool. Its journal names the passages and keeps no text of them: what leaves the library leaves it, too. */
export function createRecallTool(recall: Pick<Recall, 'recall' | 'reopen'>): Tool {
  return {
    name: 'recall',
    server: 'builtin',
    tier: 'L1',
    effect: 'reads',
    description:
      'Searches everything indexed in the library (documents, notes, folders) and returns the passages that answer a ' +
      'question best, each with its source and place.',
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    // As many passages as were asked for.
    outputBytes: null,
    measured: ['tookMs'],
    run(given, { signal }) {
      const { query, top } = input.parse(given)
      return recall.recall(query, { top, signal })
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
