import { spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { _electron, type ElectronApplication } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxUser } from '../../../scripts/desktop/sandbox-user.mjs'
import { resolveElectron, resolveElectronForTests } from '../../../scripts/electron-runtime.mjs'
import { prepareLaunch } from '../../../scripts/launch.mjs'

const onLinux = process.platform === 'linux'
let launch: Awaited<ReturnType<typeof prepareLaunch>>
let app: ElectronApplication
let version: string

beforeAll(async () => {
  const runtime = await resolveElectronForTests()
  version = runtime.version
  launch = await prepareLaunch(runtime.executablePath, { virtualDisplay: true })
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env
  app = await _electron.launch({
    executablePath: launch.launcherPath,
    chromiumSandbox: true,
    args: [join(import.meta.dirname, 'sandbox-app'), 'an argument'],
    env: { ...(environment as Record<string, string>), ...launch.env },
  })
})
afterAll(async () => {
  await app?.close()
  await launch?.stop()
})

/** A field of /proc/PID/status. */
async function statusOf(pid: number, field: string): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(status)?.[1]
}

test('an app whose entry is an ES module opens its window, with its name, version and arguments', async () => {
  const page = await app.firstWindow()
  await expect(page.textContent('h1')).resolves.toBe('Here')
  const seen = await app.evaluate(({ app: electronApp }) => ({
    name: electronApp.getName(),
    version: electronApp.getVersion(),
    isDefaultApp: process.defaultApp,
    argv: process.argv,
    electron: process.versions.electron,
  }))
  expect(seen).toMatchObject({ name: 'sandbox-app', version: '1.2.3', isDefaultApp: true, electron: version })
  expect(seen.argv.at(-1)).toBe('an argument')
})

test('the runtime that people get starts the app, and no script by its environment or arguments', async ({ skip }) => {
  const { executablePath, origin } = await resolveElectron()
  if (origin !== 'fallback') skip('the official runtime comes as it is')
  const off = '0'.charCodeAt(0)
  const fuses = await getCurrentFuseWire(executablePath)
  for (const fuse of [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
  ]) {
    expect(fuses[fuse]).toBe(off)
  }
  const folder = await mkdtemp(join(tmpdir(), 'quarry-required-'))
  try {
    await chmod(folder, 0o755)
    const script = join(folder, 'required.cjs')
    await writeFile(script, "process.env.QUARRY_TEST_REQUIRED = 'with a script of its environment'")
    const closed = await prepareLaunch(executablePath, { virtualDisplay: true })
    const env = {
      ...process.env,
      ...closed.env,
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: `--require ${script}`,
      HOME: folder,
    }
    const app = join(import.meta.dirname, 'sandbox-app')
    const { stdout } = spawnSync(closed.launcherPath, [app, 'say-and-quit'], { env, encoding: 'utf8', timeout: 30_000 })
    await closed.stop()
    expect(stdout).toBe('Here, alone')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.runIf(onLinux)('the renderer is in the sandbox: system calls filtered, no rights, not root', async () => {
  await app.firstWindow()
  const metrics = await app.evaluate(({ app: electronApp }) =>
    electronApp.getAppMetrics().map(({ type, pid }) => ({ type, pid })),
  )
  const renderer = metrics.find(({ type }) => type === 'Tab')
  expect(renderer).toBeDefined()
  const seccompFilter = '2'
  expect(await statusOf(renderer!.pid, 'Seccomp')).toBe(seccompFilter)
  expect(await statusOf(renderer!.pid, 'CapEff')).toMatch(/^0+$/)
  for (const { pid } of metrics) expect(await statusOf(pid, 'Uid')).not.toMatch(/^0\b/)
})

test.runIf(onLinux)('the app keeps at most the right to read files', async () => {
  const { pid } = app.process()
  const readSearch = 0x4n
  expect(BigInt(`0x${await statusOf(pid!, 'CapEff')}`) & ~readSearch).toBe(0n)
})

test.runIf(process.getuid?.() === 0)('root hands over what is Quarry’s own, and nothing that it links to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-owned-'))
  try {
    const at = (...names: string[]) => join(folder, ...names)
    // Names that Quarry has as well; a library that a command of root's left; a folder that is new.
    for (const name of ['project/window', 'library/pg']) await mkdir(at(name), { recursive: true })
    await writeFile(at('project/version.json'), '{"version":"1.0.0"}')
    await writeFile(at('library/version.json'), '{"schemaVersion":1,"postgresMajor":18}')
    await symlink(at('project/version.json'), at('library/linked'))
    await link(at('project/version.json'), at('library/another-name'))
    const folders = ['project', 'library', 'new'].map((name) => `--data=${at(name)}`)
    const entry = join(import.meta.dirname, 'sandbox-app')
    const env = { ...process.env, ...launch.env, ELECTRON_RUN_AS_NODE: undefined }
    spawnSync(launch.launcherPath, [entry, 'say-and-quit', ...folders], { env, timeout: 30_000 })
    const { uid } = await sandboxUser()
    const owners = [
      'project',
      'project/version.json',
      'library',
      'library/version.json',
      'library/pg',
      'library/window/.quarry',
      'new',
    ]
    expect(await Promise.all(owners.map(async (name) => [name, (await stat(at(name))).uid]))).toEqual([
      ['project', 0],
      ['project/version.json', 0],
      ['library', uid],
      ['library/version.json', uid],
      ['library/pg', uid],
      ['library/window/.quarry', 0],
      ['new', uid],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a command that root runs on the app’s library runs as the app’s user', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root runs commands as another user')
  const folder = await mkdtemp(join(tmpdir(), 'quarry-of-root-'))
  try {
    const { uid, gid } = await sandboxUser()
    const data = join(folder, 'library')
    await mkdir(data)
    for (const path of [folder, data]) await chown(path, uid, gid)
    const start = join(import.meta.dirname, '..', '..', '..', 'scripts', 'start.mjs')
    const { status, stderr } = spawnSync(process.execPath, [start, 'sources', `--data=${data}`], { encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    const made = await readdir(data, { recursive: true })
    expect(made).toContain('version.json')
    const owners = new Set(await Promise.all(made.map(async (name) => (await lstat(join(data, name))).uid)))
    expect([...owners]).toEqual([uid])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.runIf(process.getuid?.() === 0)('what root alone can read can be dropped on the window, not written', async () => {
  const privately = await mkdtemp(join(tmpdir(), 'quarry-private-'))
  try {
    const file = join(privately, 'paper.txt')
    await writeFile(file, 'for root', { mode: 0o600 })
    const seen = await app.evaluate((_electron, path) => {
      const { existsSync, readFileSync, writeFileSync } = process.getBuiltinModule('node:fs')
      let refusal = ''
      try {
        writeFileSync(path, 'changed')
      } catch (error) {
        refusal = (error as NodeJS.ErrnoException).code ?? ''
      }
      return { exists: existsSync(path), text: readFileSync(path, 'utf8'), refusal }
    }, file)
    expect(seen).toEqual({ exists: true, text: 'for root', refusal: 'EACCES' })
  } finally {
    await rm(privately, { recursive: true })
  }
})
