import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Inference, startInference } from '../../../main/inference'
import { cosine } from '../../../main/language'
import { textOfCall } from '../../../main/tools/call-meanings'
import { nearFrom } from '../../../main/tools/similar-calls'
import { different, differentOfOneQuestion, reworded, rewordedOfOneQuestion } from '../../fixtures/call-pairs'
import { workersDir } from '../../prepared-store'

const modelDirectory = join(import.meta.dirname, '..', '..', '..', '.cache', 'models', 'quarry-use-lite-en')

let inference: Inference
beforeAll(async () => {
  inference = await startInference({ modelDirectory, workersDir, threads: 1 })
})
afterAll(() => inference.close())

/** Those of pairs that are near enough, by the question of the other one's. */
async function nearOf(pairs: typeof reworded, from: number): Promise<number> {
  const texts = pairs.flatMap(({ tool, one, other }) =>
    [one, other].map(([question, input]) => textOfCall({ tool, question, input })),
  )
  const vectors = await inference.embed(texts)
  const near = pairs.map((_, at) => cosine(vectors[2 * at]!, vectors[2 * at + 1]!))
  return near.filter((nearness) => nearness >= from).length
}

it.each([
  ['two questions', nearFrom.ofTwoQuestions, reworded, different, 4],
  ['one question', nearFrom.ofOneQuestion, rewordedOfOneQuestion, differentOfOneQuestion, 3],
])(
  'of %s the built-in encoder finds calls in other words, and takes none of another intent for one',
  async (_, from, same, others, found) => {
    expect(await nearOf(others, from)).toBe(0)
    expect(await nearOf(same, from)).toBeGreaterThanOrEqual(found)
  },
)
