import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startInference } from '../../main/inference'
import { featureNames } from '../../main/reasoning/sentences/features'
import sentenceWeights from '../../main/reasoning/sentences/sentence-weights.json'
import { type LabelledSentence, labelledSet, labelSentences, readMaterial } from './answers/label-sentences'

/**
 * Fits the weights of the sentences' features on question sets about manuals, and prints what they find on each set when it
 * is left out of the fit, and with the weights of today: right pages, facts among 24 sentences, questions with a fact among the first eight.
 *
 *   npm run bench -- answers-fit --set FILE --material DIR [--set FILE --material DIR …] [--out weights.json]
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string', multiple: true },
      material: { type: 'string', multiple: true },
      out: { type: 'string' },
    },
  })
  const { set: files = [], material = [], out } = values
  if (files.length === 0 || files.length !== material.length) {
    console.error('usage: npm run bench -- answers-fit --set FILE --material DIR [--set …] [--out weights.json]')
    return 2
  }
  const inference = await startInference({
    modelDirectory: resolve('.cache/models/quarry-use-lite-en'),
    workersDir: resolve('out/workers'),
  })
  try {
    const sets: { name: string; questions: LabelledSentence[][] }[] = []
    for (const [at, file] of files.entries()) {
      const set = labelledSet.parse(JSON.parse(await readFile(resolve(file), 'utf8')))
      sets.push({
        name: set.name,
        questions: await labelSentences(set, await readMaterial(resolve(material[at] ?? '')), inference),
      })
    }
    for (const left of sets) {
      const others = sets.filter((set) => set !== left)
      const weights = fit((others.length === 0 ? sets : others).flatMap(({ questions }) => questions))
      console.log(JSON.stringify({ leftOut: left.name, ...evaluate(left.questions, weights) }))
      console.log(JSON.stringify({ present: left.name, ...evaluate(left.questions, presentWeights) }))
    }
    const all = sets.flatMap(({ questions }) => questions)
    const weights = fit(all)
    const half = median(
      all.map((sentences) =>
        mean(
          worths(sentences, weights)
            .sort((a, b) => b - a)
            .slice(0, 3),
        ),
      ),
    )
    const rounded = (value: number): number => Math.round(value * 1000) / 1000
    const file = {
      ...Object.fromEntries(featureNames.map((name, at) => [name, rounded(weights[at] ?? 0)])),
      half: rounded(half),
    }
    if (out === undefined) console.log(JSON.stringify(file))
    else await writeFile(resolve(out), `${JSON.stringify(file, null, 2)}\n`)
  } finally {
    await inference.close()
  }
  return 0
}

/** What the product weighs by today: fitted on sets that may be among those given. */
const presentWeights = Float64Array.from(featureNames, (name) => sentenceWeights[name])

/** Steps and step size of Adam (Kingma and Ba 2015), and the weight of the squared weights, in standard deviations. */
const steps = 250
const stepSize = 0.05
const decay = 0.05

const dot = (row: Float64Array, weights: Float64Array): number =>
  row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
const worths = (sentences: readonly LabelledSentence[], weights: Float64Array): number[] =>
  sentences.map(({ row }) => dot(row, weights))
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Weights that make it likeliest, as a softmax over a question's sentences, to draw one that states each of its facts. */
function fit(questions: readonly LabelledSentence[][]): Float64Array {
  const stated = questions.filter((sentences) => sentences.some(({ facts }) => facts.some(Boolean)))
  const rows = stated.flatMap((sentences) => sentences.map(({ row }) => row))
  const size = featureNames.length
  const deviation = Float64Array.from({ length: size }, (_, at) => {
    const values = rows.map((row) => row[at] ?? 0)
    const middle = mean(values)
    return Math.sqrt(mean(values.map((value) => (value - middle) ** 2))) + 1e-6
  })
  const scaled = stated.map((sentences) =>
    sentences.map(({ row, facts }) => ({ row: row.map((value, at) => value / (deviation[at] ?? 1)), facts })),
  )
  const weights = new Float64Array(size)
  const first = new Float64Array(size)
  const second = new Float64Array(size)
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(size)
    for (const sentences of scaled) {
      const scores = sentences.map(({ row }) => dot(row, weights))
      const highest = Math.max(...scores)
      const odds = scores.map((score) => Math.exp(score - highest))
      const total = odds.reduce((sum, value) => sum + value, 0)
      const stating = (sentences[0]?.facts ?? []).map((_, fact) =>
        sentences.reduce((sum, { facts }, place) => sum + (facts[fact] ? (odds[place] ?? 0) : 0), 0),
      )
      const known = [...(sentences[0]?.facts.keys() ?? [])].filter((fact) => sentences.some(({ facts }) => facts[fact]))
      sentences.forEach(({ row, facts }, at) => {
        const share = (odds[at] ?? 0) / total
        let pull = -share
        for (const fact of known) if (facts[fact]) pull += (odds[at] ?? 0) / (stating[fact] ?? 1) / known.length
        row.forEach((value, feature) => {
          gradient[feature] = (gradient[feature] ?? 0) + pull * value
        })
      })
    }
    for (let at = 0; at < size; at += 1) {
      const slope = (gradient[at] ?? 0) / scaled.length - decay * (weights[at] ?? 0)
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope
      const rate = (first[at] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8)
      weights[at] = (weights[at] ?? 0) + stepSize * rate
    }
  }
  return weights.map((weight, at) => weight / (deviation[at] ?? 1))
}

const cited = 24
const summarised = 8

/** What the best sentences hold, those of the parts of a question in turn. */
function evaluate(questions: readonly LabelledSentence[][], weights: Float64Array) {
  const chosen = questions.map((sentences) => {
    const ordered = [...sentences].sort((a, b) => dot(b.row, weights) - dot(a.row, weights))
    const turns = ordered
      .map((sentence, at) => ({
        sentence,
        turn: ordered.slice(0, at).filter(({ part }) => part === sentence.part).length,
      }))
      .sort((a, b) => a.turn - b.turn)
    const places = new Map(turns.map(({ sentence }, at) => [sentence.text, at]))
    return turns
      .filter(({ sentence }, at) => places.get(sentence.text) === at)
      .slice(0, cited)
      .map(({ sentence }) => sentence)
  })
  const share = (values: readonly number[]): number => Math.round(mean(values) * 1000) / 1000
  return {
    questions: questions.length,
    rightPage: share(chosen.map((sentences) => Number(sentences.some(({ isRightPage }) => isRightPage)))),
    facts: share(
      chosen.map((sentences, at) => {
        const facts = questions[at]?.[0]?.facts ?? []
        return mean(facts.map((_, fact) => Number(sentences.some((sentence) => sentence.facts[fact]))))
      }),
    ),
    inSummary: share(
      chosen.map((sentences) => Number(sentences.slice(0, summarised).some(({ facts }) => facts.some(Boolean)))),
    ),
  }
}
