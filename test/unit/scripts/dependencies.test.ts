import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { areDependenciesCurrent } from '../../../scripts/dependencies.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quarry-dependencies-'))
  await mkdir(join(root, 'node_modules'))
  await write('package-lock.json', {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-platform': { version: '2.0.0', optional: true },
  })
})
afterEach(() => rm(root, { recursive: true }))

const write = (name: string, packages: object): Promise<void> =>
  writeFile(join(root, name), JSON.stringify({ packages }))
const installed = (packages: object): Promise<void> => write('node_modules/.package-lock.json', packages)

test('nothing installed is not current', async () => {
  expect(await areDependenciesCurrent(root)).toBe(false)
})

test('what the lock file says is current, optional packages or not', async () => {
  await installed({ 'node_modules/a': { version: '1.0.0' } })
  expect(await areDependenciesCurrent(root)).toBe(true)
  await installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/other-platform': { version: '2.0.0' } })
  expect(await areDependenciesCurrent(root)).toBe(true)
})

test.each([
  ['another version', { 'node_modules/a': { version: '1.0.1' } }],
  ['a missing package', {}],
  ['a package too many', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }],
])('%s is not current', async (_, packages) => {
  await installed(packages)
  expect(await areDependenciesCurrent(root)).toBe(false)
})
