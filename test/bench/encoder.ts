import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startInference } from '../../main/inference'
import { seededRandom } from './measure/material'
import { timePair } from './measure/paired'
import { printFigures } from './measure/table'

interface Transformers {
  readonly env: { localModelPath: string; allowRemoteModels: boolean }
  readonly AutoTokenizer: { from_pretrained(id: string): Promise<(texts: string[], options: object) => object> }
  readonly AutoModel: {
    from_pretrained(
      id: string,
      options: object,
    ): Promise<(inputs: object) => Promise<Record<string, { data: Float32Array }>>>
  }
}

const modelDirectory = resolve('.cache/models/quarry-use-lite-en')
const sentence =
  'The velocity gradient at the stagnation point sets the rate of heat transfer for a cold wall in dissociated air while the pressure along the body falls and the boundary layer grows thinner'

/** Bulk throughput against transformers.js with the same model directory, same texts, batches of 16. */
export async function run(argv: readonly string[]): Promise<number> {
  const count = Number(argv[0] ?? 320)
  const random = seededRandom(3)
  const words = sentence.split(' ')
  const texts = Array.from({ length: count }, () =>
    Array.from({ length: 20 + Math.floor(random() * 60) }, () => words[Math.floor(random() * words.length)]).join(' '),
  )
  const inference = await startInference({ modelDirectory, workersDir: resolve('out/workers') })
  const embedElsewhere = await loadTransformers()
  try {
    const [mine] = await inference.embed(texts.slice(0, 1), { priority: 'bulk' })
    const [other] = await embedElsewhere(texts.slice(0, 1))
    const largestDifference = Math.max(...(mine ?? []).map((value, index) => Math.abs(value - (other?.[index] ?? 0))))
    const pair = await timePair(
      5,
      () => inference.embed(texts, { priority: 'bulk' }),
      async () => {
        for (let from = 0; from < texts.length; from += 16) await embedElsewhere(texts.slice(from, from + 16))
      },
    )
    const perSecond = (milliseconds: number): string => `${((count / milliseconds) * 1000).toFixed(0)} texts/s`
    return printFigures('encoder', [
      {
        what: `throughput on ${count} texts of 20 to 80 words, against transformers.js`,
        ours: perSecond(pair.oursMs),
        theirs: perSecond(pair.theirsMs),
        value: 1 / pair.ratio,
        goal: { atLeast: 1.5 },
      },
      {
        what: 'largest difference of a vector between the two',
        ours: '',
        theirs: '',
        value: largestDifference,
        goal: { atMost: 1e-4 },
      },
    ])
  } finally {
    await inference.close()
  }
}

async function loadTransformers(): Promise<(texts: string[]) => Promise<Float32Array[]>> {
  const entry = createRequire(resolve('test/bench/package.json')).resolve('@huggingface/transformers')
  const { env, AutoTokenizer, AutoModel } = (await import(pathToFileURL(entry).href)) as Transformers
  env.localModelPath = resolve(modelDirectory, '..')
  env.allowRemoteModels = false
  const tokenizer = await AutoTokenizer.from_pretrained('quarry-use-lite-en')
  const model = await AutoModel.from_pretrained('quarry-use-lite-en', { subfolder: '', dtype: 'fp32' })
  return async (texts) => {
    const outputs = await model(tokenizer(texts, { padding: true, truncation: true, max_length: 128 }))
    const { data } = outputs.sentence_embedding ?? { data: new Float32Array() }
    return texts.map((_, index) => data.slice(index * 512, (index + 1) * 512))
  }
}
