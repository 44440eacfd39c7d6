import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startModelServer } from '../../fixtures/model-server'
import { runtimeOn } from '../../fixtures/runtime'

const subjects = {
  pump: (at: number) =>
    `A heat pump warms a house. Its compressor moves heat from cold air number ${at} into the rooms.`,
  mail: (at: number) =>
    `The mail server sends messages over SMTP. Its queue number ${at} holds mail that waits for delivery.`,
}

let quarry: Awaited<ReturnType<typeof runtimeOn>>
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-domains-'))
  await mkdir(join(work, 'files'))
  for (const [name, text] of Object.entries(subjects)) {
    for (let at = 1; at <= 4; at++) await writeFile(join(work, 'files', `${name}-${at}.md`), `${text(at)}\n`)
  }
  quarry = await runtimeOn(join(work, 'data'))
  const { call } = quarry.connection
  await expect(call('domains.rebuild')).rejects.toMatchObject({ code: 'domain.tooFew' })
  await call('library.add', { paths: [join(work, 'files')] })
  await vi.waitUntil(async () => (await call('library.summary')).byState.indexed === 8, { timeout: 60_000 })
})

afterAll(async () => {
  await quarry.close()
  await rm(work, { recursive: true, force: true })
})

it('finds domains, keeps what a person made of them over rebuilding, and shows them beside hits', async () => {
  const { call } = quarry.connection
  await call('domains.rebuild')
  const found = await call('domains.map')
  expect(found).toMatchObject({ documents: 8, unassigned: 0, changed: 0, build: { kind: 'idle' } })
  expect(found.domains.map(({ documents }) => documents)).toEqual([4, 4])
  const of = (name: string) =>
    found.domains.find(({ keyFiles }) => keyFiles.every((file) => file.name.startsWith(name)))!.domainId
  const pump = of('pump')

  await call('domains.edit', { domainId: pump, name: 'Warm houses', aliases: ['WP'], summary: 'Mine.' })
  await call('domains.rebuild')
  const again = (await call('domains.map')).domains.find(({ domainId }) => domainId === pump)
  expect(again).toMatchObject({ name: 'Warm houses', aliases: ['WP'], summary: 'Mine.', documents: 4 })

  // A summary quotes no document that was deleted.
  const { domainId: mail, summary } = (await call('domains.map')).domains.find(({ domainId }) => domainId !== pump)!
  const quoted = /number (\d)/.exec(summary)?.[1]
  const { sources } = await call('library.list', { offset: 0, limit: 20 })
  const deleted = sources.find(({ name }) => name === `mail-${quoted}.md`)!
  await call('library.remove', { sourceIds: [deleted.id] })
  const left = (await call('domains.map')).domains
  expect(left.find(({ domainId }) => domainId === mail)).toMatchObject({ summary: '', documents: 3 })
  expect(left.find(({ domainId }) => domainId === pump)).toMatchObject({ summary: 'Mine.', documents: 4 })

  const asked = await call('recall.search', { query: 'What does a WP do?' })
  expect(asked.domains).toMatchObject([{ domainId: pump, matched: 'WP', documents: 4 }])
  expect((await call('recall.search', { query: 'A wpx?' })).domains).toEqual([])

  const within = async (domains: string[]) =>
    (await call('recall.search', { query: 'A heat pump, mail and messages', filter: { domains } })).hits
  expect(new Set((await within([mail])).map(({ sourceName }) => sourceName.split('-')[0]))).toEqual(new Set(['mail']))
  expect(await within(['nobody’s'])).toEqual([])

  await call('domains.remove', { domainId: of('mail') })
  await call('domains.rebuild')
  expect((await call('domains.map')).domains.map(({ domainId }) => domainId)).toEqual([pump])
  await expect(call('domains.edit', { domainId: of('mail'), name: 'M' })).rejects.toMatchObject({
    code: 'domain.notFound',
  })
})

it('a language model is given the domain and the function that a question is of, and nothing that it may not use', async () => {
  const { call } = quarry.connection
  const served = await startModelServer(() => ({ text: '' }))
  try {
    const body = '  return 1'.repeat(60)
    const code = `/** Heat that a pump delivers for its electricity. */\nexport function heatFactor(heat: number) {\n${body}\n}\n`
    await writeFile(join(work, 'files', 'heat-factor.ts'), code)
    await call('library.add', { paths: [join(work, 'files', 'heat-factor.ts')] })
    await call('resources.addText', { text: served.origin })
    const { sources } = await vi.waitUntil(
      async () => {
        const listed = await call('library.list', { offset: 0, limit: 20 })
        return listed.sources.find(({ name, state }) => name === 'heat-factor.ts' && state === 'indexed') && listed
      },
      { timeout: 60_000 },
    )
    const engine = (await call('session.engines'))[0]!.engine
    const question = 'How does heatFactor say what heat the compressor of a heat pump moves into a house?'
    const given = async (settings: object) => {
      served.asked.length = 0
      const { sessionId } = await call('session.start', { question, mode: 'quick', engine, ...settings })
      await vi.waitUntil(async () => (await call('session.view', { sessionId })).state === 'done', { timeout: 60_000 })
      const contexts = await call('session.given', { sessionId, version: 1 })
      // An answer of the session before is given, too.
      return contexts.find(({ part }) => part === 'step')!.items.filter(({ kind }) => kind !== 'answer')
    }
    const items = await given({})
    expect(items.map(({ kind }) => kind).sort()).toEqual(['code', 'domain', 'facts'])
    expect(items.find(({ kind }) => kind === 'domain')).toMatchObject({ name: 'Warm houses', text: 'Mine.' })
    // A function in its first lines: its body has a line that is too long.
    expect(items.find(({ kind }) => kind === 'code')).toMatchObject({
      path: 'heat-factor.ts',
      symbol: 'heatFactor',
      text: code.split('\n').slice(0, 2).join('\n'),
      lineStart: 1,
      lineEnd: 2,
    })
    const prompt = served.asked.map(({ messages }) => messages[0]!.content).find((one) => one.includes('<project-'))
    expect(prompt).toContain('“Warm houses” (key files: pump-')
    expect(prompt).toContain('Code of heat-factor.ts, lines 1–2:\n/** Heat that')

    const { id } = sources.find(({ name }) => name === 'pump-1.md')!
    const scope = { folders: [], resourceIds: [], sourceIds: [id] }
    expect((await given({ scope })).map(({ kind }) => kind)).toEqual(['facts'])
    await call('settings.set', { neverUse: [sources.find(({ name }) => name === 'heat-factor.ts')!.id] })
    expect((await given({})).map(({ kind }) => kind).sort()).toEqual(['domain', 'facts'])
  } finally {
    served.close()
  }
})
