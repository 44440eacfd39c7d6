import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Keyring } from '../../../../main/secrets'
import { runtimePaths } from '../../../../main/system/paths'
import { templateDirectory } from '../../../prepared-store'

const password = 'Xyzzy-Plugh-7319'

/** Not a letter stays as it was. */
const keyring: Keyring = {
  seal: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString(),
}

it('a password given with a connection string stands nowhere: no row, no file of the data folder, no output', async () => {
  const work = await mkdtemp(join(tmpdir(), 'quarry-password-'))
  const output: string[] = []
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      output.push(String(chunk))
      return true
    }),
  )
  const database = new PGlite()
  await database.exec('CREATE TABLE customers (id int PRIMARY KEY, name text)')
  const server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 4 })
  await server.start()
  onTestFinished(async () => {
    for (const spy of spies) spy.mockRestore()
    await server.stop()
    await database.close()
    await rm(work, { recursive: true, force: true })
  })
  const { startRuntime } = await import('../../../../main/runtime')
  const paths = { ...runtimePaths(resolve('.'), join(work, 'data')), template: templateDirectory }
  const background: unknown[] = []
  const runtime = await startRuntime({
    paths,
    onBackgroundError: (error) => background.push(error),
    resumeSessions: false,
    keyring: async () => keyring,
  })
  const { call } = runtime.connection
  const at = `@${server.getServerConn()}/postgres`
  const answers: unknown[] = []
  try {
    // Offline, near by, with a wrong host, as a file, and in ways that cannot be read.
    answers.push(await call('resources.addText', { text: `postgres://postgres:${password}${at}` }))
    await call('settings.set', { egress: 'local' })
    answers.push(await call('resources.addText', { text: `postgres://postgres:${password}${at}` }))
    answers.push(await call('resources.addText', { text: `mysql://root:${password}@127.0.0.1:9/shop` }))
    const file = join(work, '.env')
    await writeFile(file, `DATABASE_URL=postgres://postgres:${password}${at}\n`)
    answers.push(await call('library.inspect', { paths: [file] }))
    for (const text of [`postgres://postgres:7/${password}${at}`, `Server=x;Port=0;Database=y;Pwd=${password}`]) {
      answers.push(
        await call('resources.addText', { text }).catch((error: Error) => [String(error), error.stack, error]),
      )
    }
    const { resources } = await call('resources.list', { offset: 0, limit: 100, parentId: null })
    answers.push(resources)
    expect(resources.find(({ type, name }) => type === 'database' && name === 'postgres')).toMatchObject({
      status: 'ready',
    })
    for (const { resourceId } of resources) answers.push(await call('resources.get', { resourceId }))
  } finally {
    await runtime.close()
  }
  const files = (await readdir(paths.data, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(100)
  const holding: string[] = []
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path)).includes(password)) holding.push(path)
  }
  expect(holding).toEqual([])
  expect(files.map(({ name }) => name)).toContain('secrets.sealed')
  expect(JSON.stringify(answers)).not.toContain(password)
  expect(output.join('')).not.toContain(password)
  expect(background).toEqual([])
}, 120_000)
