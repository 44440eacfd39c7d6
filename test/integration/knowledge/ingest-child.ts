import { createLibrary } from '../../../main/knowledge'
import { createReaderPool } from '../../../main/knowledge/reading'
import { createCitationIndex } from '../../../main/research'
import { openStore } from '../../../main/store'
import { countingEncoder, workersDir } from './encoder'

/**
 * A process that ingests a folder and tells each commit on stdout, to be killed in the middle:
 * DATA_DIRECTORY FOLDER.
 */
const [dataDirectory, folder] = process.argv.slice(2) as [string, string]
const store = await openStore({ directory: dataDirectory, workersDir })
const library = createLibrary({
  database: store.database,
  readers: createReaderPool({ workersDir }),
  inference: countingEncoder(),
  projectId: 'default',
  citations: createCitationIndex(store.database, 'default'),
  onIndexChanged: ({ addedPassages }) => process.stdout.write(`${addedPassages.length}\n`),
  onBackgroundError: (error) => process.stderr.write(`${String(error)}\n`),
})
library.start()
await library.add([folder])
await library.whenIdle()
process.stdout.write('done\n')
