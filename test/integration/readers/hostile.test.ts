import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReaderPool, detect } from '../../../main/knowledge/reading'
import { startChildProcess } from '../../../main/processes'
import { lateFailure } from '../../fixtures/hostile/make.mjs'

const workersDir = fileURLToPath(new URL('../../../out/workers', import.meta.url))
const fixtures = fileURLToPath(new URL('../../fixtures/documents', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quarry-hostile-'))
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
/** One reader at a time, with how many were started in all: one for each that was killed, and any that had rested for too long. */
const countedReaders = (limits: { timeoutMs?: number; maxMemoryMb?: number }) => {
  let started = 0
  const start: typeof startChildProcess = (options) => {
    started++
    return startChildProcess(options)
  }
  return { ...createReaderPool({ workersDir, places: 1, start, ...limits }), started: () => started }
}
const pool = createReaderPool({ workersDir, places: 1, maxFileBytes: 20_000_000, maxTextLength: 4_000_000 })
const codeOf = (path: string): Promise<string> =>
  pool.read({ path }).then(
    () => 'read',
    (error: { code: string }) => error.code,
  )

/** One page with a picture and no text. */
const scan = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>endobj
4 0 obj<</Length 16>>stream
0 0 600 800 re f
endstream endobj
trailer<</Root 1 0 R>>
`

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('files that are not what they seem', () => {
  it.each<[string, string, () => string]>([
    ['an empty file', 'input.empty', () => file('empty.md', '')],
    ['a file of white space', 'input.empty', () => file('blank.md', ' \n\n ')],
    [
      'a picture named text',
      'read.noText',
      () => file('photo.txt', Buffer.from('\xff\xd8\xff\xe0'.repeat(99), 'latin1')),
    ],
    ['zeros', 'read.unsupported', () => file('zeros.txt', new Uint8Array(5000))],
    ['a missing file', 'read.notFound', () => join(folder, 'gone.md')],
    ['a scanned PDF', 'read.noText', () => file('scan.pdf', scan)],
    ['noise behind a PDF header', 'read.corrupt', () => file('noise.pdf', `%PDF-1.7\n${'\x01noise'.repeat(500)}`)],
    [
      'a PDF whose pages are their own parent',
      'read.corrupt',
      () => file('loop.pdf', scan.replace('[3 0 R]', '[2 0 R 2 0 R]')),
    ],
    [
      'half a Word document',
      'read.corrupt',
      () => file('half.docx', readFileSync(join(fixtures, 'report.docx')).subarray(0, 3000)),
    ],
    ['broken JSON', 'read.corrupt', () => file('broken.json', '{"a": 1,')],
    ['too large a file', 'read.tooLarge', () => file('large.txt', new Uint8Array(21_000_000).fill(97))],
    ['too much text', 'read.tooLarge', () => file('long.txt', 'words and words. '.repeat(300_000))],
    [
      'a text that is a web page',
      'read',
      () => file('page.txt', '<!doctype html><html><body><p>Some text is here.</p></body></html>'),
    ],
    ['a PDF that is text', 'read', () => file('text.pdf', 'This was never a PDF.\n')],
    ['text with a NUL', 'read', () => file('nul.log', `${'a line of a log\n'.repeat(20)}\0end`)],
    ['JSON nested 100,000 deep', 'read', () => file('deep.json', `${'['.repeat(100_000)}1${']'.repeat(100_000)}`)],
    ['one line of 3 MB', 'read', () => file('line.txt', 'words and words. '.repeat(180_000))],
  ])('%s: %s', async (_name, code, path) => {
    expect(await codeOf(path())).toBe(code)
  })

  it('opens only regular files, and does not hang on others', async () => {
    const fifo = join(folder, 'fifo.txt')
    execFileSync('sh', ['-c', 'mkfifo "$0"', fifo])
    mkdirSync(join(folder, 'folder.md'))
    symlinkSync('/dev/zero', join(folder, 'device.txt'))
    for (const path of [fifo, join(folder, 'folder.md'), join(folder, 'device.txt')]) {
      expect(await codeOf(path)).toBe('read.unsupported')
      await expect(detect({ path })).rejects.toMatchObject({ code: 'read.unsupported' })
    }
  })

  it('does not unpack a bomb, whatever size it states', async () => {
    const packed = zipSync({
      'word/document.xml': new Uint8Array(15_000_000),
      '[Content_Types].xml': strToU8('<Types/>'),
    })
    expect(await codeOf(file('bomb.docx', packed))).toBe('read.tooLarge')
    const view = new DataView(packed.buffer, packed.byteOffset)
    for (let at = 0; at < packed.length - 4; at++) {
      const signature = view.getUint32(at, true)
      if (signature === 0x04034b50) view.setUint32(at + 22, 1000, true)
      else if (signature === 0x02014b50) view.setUint32(at + 24, 1000, true)
    }
    expect(await codeOf(file('liar.docx', packed))).toBe('read.corrupt')
  })
})

describe('a list of MCP servers', () => {
  const servers = { files: { command: 'npx', args: ['-y', 'server'], env: { TOKEN: 'secret-of-mine' } } }

  it.each([
    ['tools.json', { mcpServers: servers }],
    ['settings.json', { theme: 'dark', 'mcp.servers': servers }],
    ['state.json', { projects: { here: { mcpServers: servers } } }],
  ])('is no text, by what %s holds and not by its name', async (name, content) => {
    await expect(pool.read({ path: file(name, JSON.stringify(content)) })).rejects.toMatchObject({
      code: 'read.credentials',
      message: expect.stringContaining('MCP servers'),
    })
  })

  it('may be written about', async () => {
    const schema = {
      properties: { mcpServers: { type: 'object', description: 'The servers that the program starts.' } },
    }
    expect(await codeOf(file('schema.json', JSON.stringify(schema)))).toBe('read')
  })
})

describe('a thread that hangs or dies', () => {
  const limited = countedReaders({ timeoutMs: 3000, maxMemoryMb: 200 })
  let good: string
  beforeAll(() => {
    good = file('good.md', '# Good\n\nThis is read all the same.')
  })
  afterAll(() => limited.close())

  it('costs one file of those that wait, and is replaced', async () => {
    const slow = file('slow.md', `${'> '.repeat(60_000)}text`)
    const outcomes = await Promise.allSettled([limited.read({ path: slow }), limited.read({ path: good })])
    expect(outcomes[0]).toMatchObject({
      status: 'rejected',
      reason: { code: expect.stringMatching(/^read\.(?:timeout|outOfMemory)$/) },
    })
    expect(outcomes[1]).toMatchObject({ status: 'fulfilled', value: { prepared: { title: 'Good' } } })
    expect(limited.started()).toBeGreaterThanOrEqual(2)
  })

  it('costs no other file where it fails once more after its answer, and its reader is replaced', async () => {
    const late = file('late.pdf', await lateFailure())
    const readers = countedReaders({})
    const outcomes: string[] = []
    for (const path of [late, good, good, good, good])
      outcomes.push(
        await readers.read({ path }).then(
          () => 'read',
          (error: { code: string }) => error.code,
        ),
      )
    expect(outcomes.slice(1)).toEqual(['read', 'read', 'read', 'read'])
    expect(readers.started()).toBeGreaterThanOrEqual(2)
    await readers.close()
  })

  it('costs itself alone among small files that are read together', async () => {
    const small = countedReaders({ timeoutMs: 3000, maxMemoryMb: 200 })
    const slow = file('slow-small.md', `${'> '.repeat(40_000)}text`)
    const paths = [good, slow, good, good]
    const together = await small.readTogether(
      paths.map((path) => ({ path })),
      {},
    )
    expect(together.map(({ kind }) => kind)).toEqual(['apart', 'apart', 'apart', 'apart'])
    const outcomes = await Promise.allSettled(paths.map((path) => small.read({ path })))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    // Replaced twice: once with the others, once alone.
    expect(small.started()).toBeGreaterThanOrEqual(3)
    await small.close()
  })

  it('answers for each file of several, and leaves out one that has grown too large to be read with others', async () => {
    const grown = file('grown.txt', 'words and words. '.repeat(20_000))
    const bad = file('bad.pdf', '%PDF-1.7 and nothing')
    const outcomes = await pool.readTogether(
      [good, grown, bad].map((path) => ({ path })),
      {},
    )
    expect(outcomes).toMatchObject([
      { kind: 'read', file: { prepared: { title: 'Good' }, file: { sizeBytes: 34 } } },
      { kind: 'apart' },
      { kind: 'failed', error: { code: 'read.corrupt' } },
    ])
    const alone = await pool.read({ path: grown })
    expect(alone.file.sizeBytes).toBe(340_000)
    expect(alone.file.contentHash).toBe(createHash('sha256').update(readFileSync(grown)).digest('hex'))
  })

  it('keeps to its memory', async () => {
    const greedy = createReaderPool({ workersDir, places: 1, maxMemoryMb: 200 })
    const path = file('greedy.md', '*a [b](c) `d` '.repeat(200_000))
    await expect(greedy.read({ path })).rejects.toMatchObject({ code: 'read.outOfMemory' })
    await expect(greedy.read({ path: good })).resolves.toMatchObject({ prepared: { title: 'Good' } })
    await greedy.close()
  })

  it('stops a file that is no longer wanted', async () => {
    const cancel = new AbortController()
    const path = file('unwanted.md', `${'> '.repeat(60_000)}text`)
    const reading = pool.read({ path, signal: cancel.signal })
    cancel.abort()
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
    await expect(pool.read({ path: good })).resolves.toMatchObject({ prepared: { title: 'Good' } })
  })
})
