import { expect, it, vi } from 'vitest'
import { example, patience, pluginsOfFile } from './open-quarry'

const openProject = pluginsOfFile()

/** Two that are not alike: what says the same as a memory renews that one. */
const tellings = {
  Graz: 'Remember that by “the first count” we mean the maples of the park of Graz, which fell their leaves in 2019.',
  Linz: 'Remember that the second count of leaves, by the river in Linz with drones and volunteers, happened in 2021.',
} as const
const about = 'What did the counts of leaves in 2019 tell about maples in the park, drones and volunteers by the river?'

it('the year plugin tags what a session tells, and gives a question on one year no memory of another', async () => {
  const { call, add, approve, addDocument, ask, pluginEvents } = await openProject()
  await addDocument('leaves.md', '# Leaves\n\nLeaves fall in autumn because the tree seals their stalks with cork.\n')
  await approve((await add(example('memories-by-year'))).resourceId)
  for (const told of Object.values(tellings)) await ask(`${told} Why do leaves fall in autumn?`)
  const page = { offset: 0, limit: 10 }
  await vi.waitUntil(async () => (await call('memory.list', page)).total === 2, patience)
  const { memories } = await call('memory.list', page)
  expect(memories.map(({ tags }) => tags.filter((tag) => /^\d+$/.test(tag)))).toEqual([['2021'], ['2019']])

  const asked = await ask(about)
  const given = await call('session.given', { sessionId: asked.sessionId, version: 1 })
  const texts = given.flatMap(({ items }) => items.filter(({ kind }) => kind === 'memory')).map(({ text }) => text)
  expect(texts).toContain(tellings.Graz)
  expect(texts).not.toContain(tellings.Linz)
  expect(await pluginEvents(asked.sessionId)).toContainEqual({
    type: 'plugin.changed',
    kind: 'pluginChangedMemory',
    values: { plugin: 'Memories by year', given: 1, of: 2 },
  })
})

it('a plugin drops or rewrites what a session remembers, never what a person writes; a failing one changes nothing', async () => {
  const { call, write, add, approve, addDocument, ask, pluginEvents } = await openProject()
  await addDocument('leaves.md', '# Leaves\n\nLeaves fall in autumn because the tree seals their stalks with cork.\n')
  const page = { offset: 0, limit: 10 }
  const code = `export const memory = {
    beforeStore: ({ memory }) => memory.text.includes('Linz') ? { drop: true } : { text: memory.text.replace('Graz', 'Vienna') },
    recall: () => ['no such memory'],
  }`
  const { resourceId } = await add(await write('Strict', { memory: ['beforeStore', 'recall'] }, code))
  await approve(resourceId)
  await ask(`${tellings.Graz} Why do leaves fall in autumn?`)
  await ask(`${tellings.Linz} Why do leaves fall in autumn?`)
  await call('memory.add', { text: tellings.Linz, tags: [] })
  expect((await call('memory.list', page)).memories.map(({ text }) => text)).toEqual([
    tellings.Linz,
    tellings.Graz.replace('Graz', 'Vienna'),
  ])
  await call('resources.setActive', { resourceId, active: false })

  const broken = `export const memory = { recall: () => { for (;;) {} } }`
  await approve((await add(await write('Broken', { memory: ['recall'] }, broken))).resourceId)
  const asked = await ask(about)
  const given = await call('session.given', { sessionId: asked.sessionId, version: 1 })
  expect(given.flatMap(({ items }) => items.map(({ text }) => text))).toContain(tellings.Graz.replace('Graz', 'Vienna'))
  expect(await pluginEvents(asked.sessionId)).toContainEqual(
    expect.objectContaining({ kind: 'pluginFailed', values: expect.objectContaining({ plugin: 'Broken' }) }),
  )
})
