import { createSimilarityIndex, startInference } from '../../../main/inference'
import { createReaderPool } from '../../../main/knowledge/reading'
import type { Database } from '../../../main/store'

/**
 * A process that starts the threads and ends them at once, again and again: MODEL_DIRECTORY WORKERS_DIRECTORY ROUNDS.
 * Ending a thread that still loads aborts the process, which no test could survive in its own.
 */
const [modelDirectory, workersDir, rounds] = process.argv.slice(2) as [string, string, string]

/** A store of no passage whose answer comes a turn later, as from a thread: this is about other threads than its. */
const emptyStore: Database = {
  query: async <Row extends object>() => {
    await new Promise((resolve) => setImmediate(resolve))
    return [] as Row[]
  },
  transaction: () => Promise.reject(new Error('Nothing here writes.')),
  searchKeywords: async () => [],
  searchSections: async () => [],
  rarityOfWords: async () => new Map(),
  maintain: async () => [],
  close: async () => undefined,
}

for (let round = 0; round < Number(rounds); round += 1) {
  const inference = await startInference({ modelDirectory, workersDir, threads: 1 })
  const similarity = await createSimilarityIndex({
    database: emptyStore,
    inference,
    workersDir,
    projectId: 'default',
    maxBytes: 2 ** 20,
  })
  const readers = createReaderPool({ workersDir, places: 1 })
  // Every thread is asked for something, so that it loads; what is not answered before the end is refused.
  const asked = [
    inference.embed(['One line.']),
    similarity.refresh(),
    readers.readText({ text: 'One line.', name: 'a', mediaType: 'text' }),
  ]
  const answered = Promise.allSettled(asked)
  // Closes at another moment of their loading in each round.
  await new Promise((resolve) => setTimeout(resolve, (round / Number(rounds)) * 80))
  await Promise.all([similarity.close(), readers.close(), inference.close()])
  for (const answer of await answered) {
    if (answer.status === 'rejected' && answer.reason?.code !== 'cancelled') throw answer.reason
  }
}
process.stdout.write('done\n')
