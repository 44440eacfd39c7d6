import { z } from 'zod'
import { learnerQuestion, learnerRun } from '../library/learner'
import { answerView, memoryId, memoryView, writtenMemory } from '../library/memory'
import { none, page } from './inputs'

const rememberedPage = page.extend({ text: z.string().max(500).optional() })
const rememberedIds = z.object({ ids: z.array(memoryId).min(1).max(10_000).nullable() })

/** What a project remembers, and what its background learner asked. */
export const memoryChannels = {
  'memory.list': {
    input: rememberedPage,
    output: z.object({ memories: z.array(memoryView), total: z.number().int() }),
  },
  'memory.add': { input: writtenMemory, output: memoryView },
  'memory.edit': { input: writtenMemory.extend({ memoryId }), output: memoryView },
  /** Null: all of the project. */
  'memory.remove': { input: rememberedIds, output: z.object({ removed: z.number().int() }) },
  /** What finished sessions answered. */
  'memory.answers': {
    input: rememberedPage,
    output: z.object({ answers: z.array(answerView), total: z.number().int() }),
  },
  'memory.removeAnswers': { input: rememberedIds, output: z.object({ removed: z.number().int() }) },
  /** What the background learner asked, the last asked first. */
  'learner.questions': {
    input: page,
    output: z.object({ questions: z.array(learnerQuestion), total: z.number().int() }),
  },
  /** With what was kept of them; null: all of the project. They are not asked again. */
  'learner.remove': {
    input: z.object({ ids: z.array(memoryId).min(1).max(1000).nullable() }),
    output: z.object({ removed: z.number().int() }),
  },
  'learner.pause': { input: z.object({ paused: z.boolean() }), output: none },
  /** Asks so many questions now, whatever the budget; answers once they are asked. */
  'learner.ask': { input: z.object({ questions: z.number().int().min(1).max(1000) }), output: learnerRun },
  'learner.stop': { input: none, output: none },
} as const
