import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '../../../main/store'
import { prepareDataFolder, templateDirectory } from '../../prepared-store'
import { random } from '../../random'
import { builtChild } from '../built-child'
import { workersDir } from './encoder'
import { type Bench, openBench } from './harness'

const seed = Number(process.env.QUARRY_SEED ?? Date.now() % 1_000_000)
/** Operations on the files, and how often the process that takes them in is killed meanwhile. */
const [operations, kills] = [30, Number(process.env.QUARRY_KILLS ?? 1)]

const folders: string[] = []
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))
async function newFolder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'quarry-operations-')))
  folders.push(path)
  return path
}

/** A folder of files, and what is to be in it. What is done to it next the seed says. */
class Files {
  readonly texts = new Map<string, string>()
  private readonly next = random(seed)
  private made = 0

  constructor(readonly folder: string) {}

  private upTo = (count: number): number => Math.floor(this.next() * count)
  private one = <Item>(items: readonly Item[]): Item => items[this.upTo(items.length)]!
  private newPath = (): string => join(this.one(['', 'a', 'b', 'a/deep']), `${this.made++}.${this.one(['md', 'txt'])}`)
  private at = (path: string): string => join(this.folder, path)
  private newText(): string {
    const words = Array.from({ length: 1 + this.upTo(400) }, (_, at) => `word${this.upTo(1000)}x${at}`)
    // Sometimes what another file says, letter for letter.
    return this.texts.size > 0 && this.next() < 0.25 ? this.one([...this.texts.values()]) : `${words.join(' ')}.\n`
  }

  private async put(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.at(path)), { recursive: true })
    await writeFile(this.at(path), text)
    this.texts.set(path, text)
  }

  private async move(from: string, to: string): Promise<void> {
    await mkdir(dirname(this.at(to)), { recursive: true })
    await rename(this.at(from), this.at(to))
    this.texts.set(to, this.texts.get(from)!)
    this.texts.delete(from)
  }

  async operate(): Promise<void> {
    const paths = [...this.texts.keys()]
    if (paths.length < 3) return this.put(this.newPath(), this.newText())
    const path = this.one(paths)
    switch (this.upTo(8)) {
      case 0:
      case 1:
        return this.put(this.newPath(), this.newText())
      case 2:
      case 3:
        return this.put(path, this.newText())
      case 4:
        return this.move(path, this.newPath())
      case 5: {
        // Over another file, whose text is gone.
        const other = this.one(paths)
        return other === path ? undefined : this.move(path, other)
      }
      case 6: {
        const other = this.one(paths)
        if (other === path) return
        const [one, two] = [this.texts.get(path)!, this.texts.get(other)!]
        await rename(this.at(path), this.at('swapped'))
        await rename(this.at(other), this.at(path))
        await rename(this.at('swapped'), this.at(other))
        this.texts.set(path, two).set(other, one)
        return
      }
      default:
        await rm(this.at(path))
        this.texts.delete(path)
    }
  }
}

const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? []

/** That the library holds exactly the files: each once, with all of its words once, each passage with its vector. */
async function expectWhole({ texts, folder }: Files, { library, store }: Bench): Promise<void> {
  await library.whenIdle()
  await library.rescan()
  await library.whenIdle()
  const sources = await store.database.query<{ source_id: string; path: string; state: string }>(
    'select source_id, path, state from sources',
  )
  const present = sources.filter(({ state }) => state !== 'missing')
  expect(present.map(({ path, state }) => [relative(folder, path), state]).toSorted()).toEqual(
    [...texts.keys()].map((path) => [path, 'indexed']).toSorted(),
  )
  const passages = await store.database.query<{ source_id: string; text: string; vectors: number }>(
    `select source_id, text, (select count(*) from passage_vectors v where v.passage_id = p.passage_id) as vectors
     from passages p order by source_id, ordinal`,
  )
  for (const { path, source_id: id } of present) {
    const own = passages.filter(({ source_id: of }) => of === id)
    const text = own.map((one) => one.text).join('\n')
    expect(wordsOf(text), path).toEqual(wordsOf(texts.get(relative(folder, path))!))
    expect(new Set(own.map(({ vectors }) => vectors)), path).toEqual(new Set([1]))
  }
}

it('no passage is lost or doubled, whatever is added, changed, renamed, swapped, moved and deleted, and however it is restarted', async () => {
  console.info(`seed ${seed}`)
  const files = new Files(await newFolder())
  const data = await newFolder()
  const store = await openStore({ directory: join(data, 'library'), workersDir, templateDirectory })
  let bench = await openBench(store, { folder: files.folder })
  try {
    const restarts = random(seed + 1)
    for (let at = 1; at <= operations; at++) {
      await files.operate()
      if (at === 5) await bench.library.add([files.folder])
      // In the middle of what it is doing, as often as not.
      if (at > 5 && restarts() < 0.2) {
        void bench.library.rescan().catch(() => undefined)
        bench = await bench.reopen()
      }
      if (at % 6 === 0) await expectWhole(files, bench)
    }
    await expectWhole(files, bench)
  } finally {
    await bench.library.close()
    await store.close()
  }
})

it('nor where the process is killed in the middle', async () => {
  const files = new Files(await newFolder())
  const data = await newFolder()
  prepareDataFolder(data)
  const child = await builtChild('knowledge/ingest-child')
  const when = random(seed + 2)
  for (let at = 0; at < kills; at++) {
    for (let n = 0; n < 8; n++) await files.operate()
    const running = spawn(process.execPath, [child, data, files.folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(running, 'exit')
    await Promise.race([once(running.stdout, 'data'), exited])
    await pass(when() * 150)
    running.kill('SIGKILL')
    await exited
  }
  const store = await openStore({ directory: data, workersDir })
  const bench = await openBench(store, { folder: files.folder })
  try {
    await expectWhole(files, bench)
  } finally {
    await bench.library.close()
    await store.close()
  }
})
