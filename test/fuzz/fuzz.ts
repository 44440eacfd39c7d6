import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeHostileFiles, mutated } from '../fixtures/hostile/make.mjs'
import { addToOneLibrary } from './one-library'
import { createOpener, type Opened } from './opener'
import { seedFiles } from './seeds'

/** Real files of every kind that is opened. */
const seeds = ['samples', 'test/fixtures/documents']

/**
 * Opens hostile files with everything that opens files, until the time is over.
 *
 *   npm run fuzz -- --seconds 60 [--seed 7]   real files with some bytes changed; prints the seed
 *   npm run fuzz -- --corpus [--large]        each file of test/fixtures/hostile once, as a table
 *   npm run fuzz -- --library [--large]       each added to one library with the real command, as a table;
 *                                             with --folder DIR either takes the files of that folder,
 *                                             with --data DIR the library is there and stays
 *
 * Answers the exit code: 1 where something else came out than text, tables or an error that says why.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      corpus: { type: 'boolean', default: false },
      library: { type: 'boolean', default: false },
      folder: { type: 'string' },
      data: { type: 'string' },
      large: { type: 'boolean', default: false },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'quarry-fuzz-'))
  const print = (line: string): boolean => process.stdout.write(`${line}\n`)
  if (values.library) {
    try {
      if (values.folder === undefined) await makeHostileFiles(folder, { isLarge: values.large })
      return (await addToOneLibrary(values.folder ?? folder, print, values.data)) === 0 ? 0 : 1
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const opener = createOpener()
  let unexpected = 0
  let lost = 0
  const tell = (name: string, opened: readonly Opened[], isShown: (outcome: string) => boolean): void => {
    for (const { by, outcome, tookMs } of opened) {
      if (outcome.startsWith('unexpected')) unexpected++
      if (/^read\.(?:crashed|timeout|outOfMemory)$/.test(outcome)) lost++
      if (isShown(outcome)) process.stdout.write(`${JSON.stringify(name)}\t${by}\t${outcome}\t${tookMs} ms\n`)
    }
  }
  try {
    if (!values.corpus || values.folder === undefined)
      await makeHostileFiles(folder, values.corpus ? { isLarge: values.large } : { only: ['rows.parquet'] })
    if (values.corpus) {
      for (const path of await filesIn(values.folder ?? folder, Number.POSITIVE_INFINITY))
        tell(basename(path), await opener.open(path), () => true)
    } else {
      for (const [name, content] of Object.entries(seedFiles)) await writeFile(join(folder, name), content)
      const files = (
        await Promise.all([folder, ...seeds.map((seed) => resolve(seed))].map((from) => filesIn(from, maxMutatedBytes)))
      ).flat()
      process.stdout.write(`seed ${values.seed}, ${files.length} files\n`)
      const endsAt = performance.now() + Number(values.seconds) * 1000
      for (let round = Number(values.seed); performance.now() < endsAt; round++) {
        const path = files[round % files.length]!
        const name = `${round}${extname(path)}`
        const hostile = join(folder, name)
        await writeFile(hostile, mutated(await readFile(path), round, 50 + (round % 1000)))
        const opened = await opener.open(hostile)
        tell(`${basename(path)}, seed ${round}`, opened, (outcome) => /unexpected|crashed|timeout|emory/.test(outcome))
        await rm(hostile)
      }
    }
    process.stdout.write(`${lost} readers lost, ${unexpected} unexpected\n`)
  } finally {
    await opener.close()
    await rm(folder, { recursive: true, force: true })
  }
  return unexpected === 0 ? 0 : 1
}

/** Real files that are larger are not changed: most of what is in them is more of the same. */
const maxMutatedBytes = 1024 * 1024

async function filesIn(folder: string, maxBytes: number): Promise<string[]> {
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const isFile = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (found) => found.isFile() && found.size <= maxBytes,
        () => false,
      ),
    ),
  )
  return paths.filter((_, at) => isFile[at])
}
