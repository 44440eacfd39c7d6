import { createLibrary } from '../../../main/knowledge'
import { createReaderPool } from '../../../main/knowledge/reading'
import { createCitationIndex } from '../../../main/research'
import { openStore } from '../../../main/store'
import { countingEncoder, workersDir } from './encoder'

/**
 * A process that ingests a folder and tells each commit on stdout, to be killed in the middle: DATA_DIRECTORY FOLDER.
 * With MODEL and DIMENSIONS after these it embeds what is there for that model, and never ends its second batch. With
 * QUARRY_TEST_DEADLY it is killed by reading the file of that name, and adds nothing where the library holds something.
 */
const [dataDirectory, folder, model, dimensions] = process.argv.slice(2) as [string, string, string?, string?]
const encoder = countingEncoder(model, dimensions === undefined ? undefined : Number(dimensions))
if (model !== undefined) {
  const { embed } = encoder
  encoder.embed = (texts, options) => (encoder.calls.length > 0 ? new Promise(() => undefined) : embed(texts, options))
}
const deadly = process.env.QUARRY_TEST_DEADLY
const readers = createReaderPool({ workersDir })
const dieBy = (names: readonly (string | undefined)[]): void => {
  if (deadly !== undefined && names.includes(deadly)) process.kill(process.pid, 'SIGKILL')
}
const store = await openStore({ directory: dataDirectory, workersDir })
const library = createLibrary({
  database: store.database,
  readers: {
    ...readers,
    read(request) {
      dieBy([request.name])
      return readers.read(request)
    },
    readTogether(files, options) {
      dieBy(files.map(({ name }) => name))
      return readers.readTogether(files, options)
    },
  },
  inference: encoder,
  projectId: 'default',
  citations: createCitationIndex(store.database, 'default'),
  onIndexChanged: ({ addedPassages }) => process.stdout.write(`${addedPassages.length}\n`),
  onBackgroundError: (error) => process.stderr.write(`${String(error)}\n`),
})
library.start()
if (deadly === undefined || (await library.summary()).total === 0) await library.add([folder])
await library.whenIdle()
process.stdout.write('done\n')
if (deadly !== undefined) {
  await library.close()
  await readers.close()
  await store.close()
}
