import { createLibrary } from '../../../main/knowledge'
import { createReaderPool } from '../../../main/knowledge/reading'
import { createCitationIndex } from '../../../main/research'
import { openStore } from '../../../main/store'
import { countingEncoder, workersDir } from './encoder'

/**
 * A process that ingests a folder and tells each commit on stdout, to be killed in the middle: DATA_DIRECTORY FOLDER.
 * With MODEL and DIMENSIONS after these it embeds what is there for that model, and never ends its second batch.
 */
const [dataDirectory, folder, model, dimensions] = process.argv.slice(2) as [string, string, string?, string?]
const encoder = countingEncoder(model, dimensions === undefined ? undefined : Number(dimensions))
if (model !== undefined) {
  const { embed } = encoder
  encoder.embed = (texts, options) => (encoder.calls.length > 0 ? new Promise(() => undefined) : embed(texts, options))
}
const store = await openStore({ directory: dataDirectory, workersDir })
const library = createLibrary({
  database: store.database,
  readers: createReaderPool({ workersDir }),
  inference: encoder,
  projectId: 'default',
  citations: createCitationIndex(store.database, 'default'),
  onIndexChanged: ({ addedPassages }) => process.stdout.write(`${addedPassages.length}\n`),
  onBackgroundError: (error) => process.stderr.write(`${String(error)}\n`),
})
library.start()
await library.add([folder])
await library.whenIdle()
process.stdout.write('done\n')
