import { readFile, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSettings, type Settings } from '../../../main/settings'
import { emptyDatabase, newDirectory } from '../store/support'

async function opened(environment: NodeJS.ProcessEnv = {}) {
  const directory = await newDirectory()
  const { database } = await emptyDatabase()
  const open = () => openSettings({ database, directory, environment, onError: (error) => expect.fail(String(error)) })
  return { database, path: join(directory, 'settings.yaml'), open }
}

const changed = (settings: Settings): Promise<void> =>
  new Promise((resolve) => {
    const stop = settings.subscribe(() => {
      stop()
      resolve()
    })
  })

it('the file comes before the window, a project’s part before the rest, a variable before all', async () => {
  const { open, path } = await opened({ QUARRY_CONTEXT_TOKENS: '2048' })
  await writeFile(
    path,
    'theme: dark\nsessionTokens: 2000\ncontextTokens: 4096\nprojects:\n  default:\n    sessionTokens: 3000\n',
  )
  const root = await open()
  const project = await root.ofProject('default')
  await project.set({ language: 'en', memoryTokens: 500 })
  expect(root.get()).toMatchObject({ theme: 'dark', sessionTokens: 2000, contextTokens: 2048, language: 'en' })
  expect(project.get()).toMatchObject({ theme: 'dark', sessionTokens: 3000, contextTokens: 2048, memoryTokens: 500 })
  expect(project.fileView()).toMatchObject({
    exists: true,
    problems: [],
    fixed: [
      { key: 'theme', place: { kind: 'file', line: 1 } },
      { key: 'sessionTokens', place: { kind: 'file', line: 6 } },
      { key: 'contextTokens', place: { kind: 'variable', name: 'QUARRY_CONTEXT_TOKENS' } },
    ],
  })
  await expect(project.set({ contextTokens: 9999, theme: 'light' })).rejects.toMatchObject({ code: 'settings.fixed' })
  // Nothing of a change that cannot be made whole.
  expect(project.get().theme).toBe('dark')
  root.close()
})

it('a change of what the file has goes into the file, with its comments; the rest into the library', async () => {
  const { open, path } = await opened()
  await writeFile(path, '# by hand\ntheme: dark # at night\nsessionTokens: 2000\n')
  const root = await open()
  const project = await root.ofProject('default')
  await project.set({ theme: 'light', sessionTokens: 7000, clarify: false })
  expect(await readFile(path, 'utf8')).toBe(
    '# by hand\ntheme: light # at night\nsessionTokens: 2000\nprojects:\n  default:\n    sessionTokens: 7000\n',
  )
  expect(root.get().sessionTokens).toBe(2000)
  expect(project.get()).toMatchObject({ theme: 'light', sessionTokens: 7000, clarify: false })
  root.close()
  const again = await open()
  expect((await again.ofProject('default')).get()).toMatchObject({ sessionTokens: 7000, clarify: false })
  again.close()
})

it('a change of the file is taken up while Quarry runs; what is broken changes nothing and is told', async () => {
  const { open, path } = await opened()
  const root = await open()
  const project = await root.ofProject('default')
  let next = changed(project)
  await writeFile(path, 'theme: dark\n')
  await next
  expect(project.get().theme).toBe('dark')
  next = changed(project)
  await writeFile(path, 'theme: [dark\n')
  await next
  expect(project.get().theme).toBe('dark')
  expect(project.fileView().problems).toMatchObject([{ problem: { kind: 'settingsNotYaml' } }])
  await expect(project.set({ theme: 'light' })).rejects.toMatchObject({ code: 'settings.fileBroken' })
  expect(await readFile(path, 'utf8')).toBe('theme: [dark\n')
  next = changed(project)
  await unlink(path)
  await next
  expect(project.get().theme).toBe('system')
  // A link leads to what nobody wrote as settings.
  next = changed(project)
  await symlink('/etc/hostname', path)
  await next
  expect(project.fileView().problems).toMatchObject([
    { problem: { kind: 'settingsNotRead', values: { code: 'ELOOP' } } },
  ])
  root.close()
})

it('all that was chosen can be written down, and holds in another library', async () => {
  const { open, path } = await opened()
  const root = await open()
  const project = await root.ofProject('default')
  await project.set({ theme: 'dark', sessionTokens: 7000, egressHosts: ['a.example'] })
  await project.writeDown()
  expect(await readFile(path, 'utf8')).toBe(
    'theme: dark\nprojects:\n  default:\n    sessionTokens: 7000\n    egressHosts:\n      - a.example\n',
  )
  root.close()
  const other = await opened()
  await writeFile(other.path, await readFile(path, 'utf8'))
  const root2 = await other.open()
  const project2 = await root2.ofProject('default')
  expect(project2.get()).toEqual(project.get())
  root2.close()
})

it('a stored setting that no longer fits is told, not passed over', async () => {
  const { open, database } = await opened()
  await database.query(
    `insert into project_settings (project_id, key, value) values ('default', 'egressHosts', '["https://x.example/v1"]')`,
  )
  const root = await open()
  const project = await root.ofProject('default')
  expect(project.get().egressHosts).toEqual([])
  const told = [
    { place: { kind: 'stored' }, problem: { kind: 'settingWrong', values: { field: 'egressHosts', allowed: [] } } },
  ]
  expect(project.fileView().problems).toEqual(told)
  root.close()
})
