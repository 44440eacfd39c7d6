import { describe, expect, it } from 'vitest'
import { usualThresholds } from '../../../contract/calls/calls'
import { emptyDraft, type RuleChange } from '../../../contract/calls/rule-draft'
import type { Dispatch } from '../../../main/api'
import { createConsent } from '../../../main/desktop/consent'
import type { ConsentQuestion } from '../../../main/desktop/consent-words'

const signal = new AbortController().signal
const program = {
  name: 'tr\u202eacker\n',
  command: 'node',
  args: ['-e', 'a; b'],
  env: { TOKEN: 'token-nobody-may-read' },
  isOffline: false,
}

interface Setting {
  readonly consents?: boolean
  readonly resource?: Record<string, unknown>
  readonly isGone?: boolean
  readonly asks?: Record<string, unknown>
  readonly network?: { readonly egress: string; readonly egressHosts: readonly string[]; readonly programNetwork?: [] }
}

function setting({
  consents = true,
  resource = { type: 'mcp_server', transport: 'stdio', url: null },
  isGone = false,
  asks = {},
  network = { egress: 'offline', egressHosts: [] },
}: Setting = {}) {
  let settings: unknown = {
    programNetwork: [],
    apiServers: {},
    httpApi: false,
    writesFiles: false,
    exportFolder: null,
    ...usualThresholds,
    ...network,
  }
  const asked: ConsentQuestion[] = []
  const called: string[] = []
  const consent = createConsent({
    ask: async (question) => {
      asked.push(question)
      return consents
    },
    language: async () => 'system',
    systemLocale: () => 'en-GB',
  })
  const call = {
    id: 'c1',
    resourceId: 'mcp_server:1',
    tool: 'write_file',
    server: 'files',
    input: { path: '/home/a' },
    ...asks,
  }
  const dispatch: Dispatch = async (channel, { input }) => {
    called.push(channel)
    if (channel === 'settings.get') return { ok: true, value: settings }
    if (channel === 'settings.set') {
      const given = Object.entries(input as object).filter(([, value]) => value !== undefined)
      settings = { ...(settings as object), ...Object.fromEntries(given) }
      return { ok: true, value: settings }
    }
    if (channel === 'session.view') return { ok: true, value: { confirmations: [call] } }
    if (channel !== 'resources.get') return { ok: true, value: undefined }
    if (isGone) return { ok: false, error: { code: 'resource.notFound', message: '' } }
    // Questions to a database are a resource beside it.
    const isBeside = resource.type === 'database' && (input as { resourceId: string }).resourceId === 'mcp_server:1'
    if (isBeside) return { ok: true, value: { metadata: { type: 'text2sql', databaseId: 'database:1' } } }
    return { ok: true, value: { name: 'Files', metadata: resource } }
  }
  const answer = (given: 'allow' | 'deny', input: Record<string, unknown> | null = null) => {
    const seen = { risk: 0.7, steps: 1 }
    const of = {
      sessionId: 'session-one',
      confirmationId: 'c1',
      answer: given,
      remark: null,
      scope: 'always',
      input,
      seen,
    }
    return consent.guard(dispatch)('session.answerConfirmation', { projectId: 'default', input: of })
  }
  const set = async (changes: Record<string, unknown>) => {
    const answered = await consent.guard(dispatch)('settings.set', { projectId: 'default', input: changes })
    return answered.ok ? answered.value : answered.error
  }
  const chooseServer = (choice: { server: string | null; base: string | null }) =>
    consent.guard(dispatch)('resources.setServer', { projectId: 'default', input: { resourceId: 'api:1', choice } })
  const removeRule = ({ line, ...rule }: (typeof rules)[number]) =>
    consent.guard(dispatch)('rules.remove', { projectId: 'default', input: { path: '/rules.json', line, rule } })
  const saveRule = (change: RuleChange) =>
    consent.guard(dispatch)('rules.save', { projectId: 'default', input: change })
  const start = (given: { writesFiles?: boolean }) =>
    consent.guard(dispatch)('session.start', { projectId: 'default', input: { question: 'Why?', ...given } })
  const letWrite = (writesFiles: boolean) =>
    consent.guard(dispatch)('session.setWritesFiles', { projectId: 'default', input: { sessionId: 's1', writesFiles } })
  return { asked, called, consent, answer, set, start, letWrite, removeRule, saveRule, chooseServer }
}

const rules: { line: number; name?: string; decide: string; tool: string }[] = [
  { line: 2, name: 'never delete', decide: 'deny', tool: 'delete_*' },
  { line: 3, decide: 'allow', tool: 'read_*' },
]

describe('what only a person may allow', () => {
  it('a program starts after one question, that shows all it would run, until anything of it changes', async () => {
    const { asked, consent } = setting()
    const twice = await Promise.all([consent.mayStart(program, signal), consent.mayStart({ ...program }, signal)])
    expect(twice).toEqual([true, true])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.message).toBe('Start the program of “tracker ”?')
    expect(asked[0]?.detail).toContain('node -e "a; b"\n\nEnvironment: TOKEN\n')
    expect(asked[0]?.detail).not.toContain('token-nobody-may-read')
    for (const changed of [{ args: ['-e', 'c'] }, { command: 'sh' }, { env: { TOKEN: 'another', LD_PRELOAD: 'x' } }])
      await consent.mayStart({ ...program, ...changed }, signal)
    expect(asked).toHaveLength(4)
  })

  it('one that a person declined, or whose line a dialog cannot show, does not start', async () => {
    const { asked, consent } = setting({ consents: false })
    expect(await consent.mayStart(program, signal)).toBe(false)
    expect(await consent.mayStart(program, signal)).toBe(false)
    expect(asked).toHaveLength(1)
    const hidden = setting()
    expect(await hidden.consent.mayStart({ ...program, args: [`${' '.repeat(3000)}evil`] }, signal)).toBe(false)
    expect(hidden.asked).toEqual([])
  })

  it('a question that went away with its session is asked again for the next', async () => {
    const { asked, consent } = setting()
    const ended = new AbortController()
    const first = consent.mayStart(program, ended.signal)
    const second = consent.mayStart(program, signal)
    ended.abort()
    expect(await Promise.all([first, second])).toEqual([false, true])
    expect(asked).toHaveLength(1)
  })

  it('a call of a program is allowed after a question with its arguments as they would be', async () => {
    const { asked, called, answer } = setting()
    expect(await answer('allow', { path: '/home/a/.bashrc' })).toMatchObject({ ok: true })
    expect(asked[0]?.detail).toMatch(/\/home\/a\/\.bashrc.*from now on/s)
    expect(called.at(-1)).toBe('session.answerConfirmation')
  })

  it.each([
    ['a person declined', { consents: false }, 'tool.denied'],
    ['the program cannot be looked up', { isGone: true }, 'resource.notFound'],
  ])('a call is not allowed where %s', async (_, options, code) => {
    const { called, answer } = setting(options)
    expect(await answer('allow')).toMatchObject({ ok: false, error: { code } })
    expect(called).not.toContain('session.answerConfirmation')
  })

  it.each([
    ['an API', { type: 'api', servers: ['https://api.example'] }, 'https://api.example'],
    [
      'a server over HTTP',
      { type: 'mcp_server', transport: 'http', url: 'http://10.0.0.7/mcp' },
      'http://10.0.0.7/mcp',
    ],
    ['a database server', { type: 'database', engine: 'postgresql', location: '10.0.0.8/shop' }, '10.0.0.8/shop'],
  ])('a call of %s is allowed after a question that says where it goes', async (_, resource, place) => {
    const { asked, called, answer } = setting({ resource, consents: false })
    expect(await answer('allow')).toMatchObject({ ok: false, error: { code: 'tool.denied' } })
    expect(asked[0]?.detail).toContain(place)
    expect(called).not.toContain('session.answerConfirmation')
  })

  it('denying a call, and calls that stay in Quarry, ask nothing', async () => {
    const denied = setting()
    await denied.answer('deny')
    expect(denied.called).toEqual(['session.answerConfirmation'])
    const local = setting({ resource: { type: 'database', engine: 'sqlite', location: '/shop.sqlite' } })
    await local.answer('allow')
    expect(local.called.at(-1)).toBe('session.answerConfirmation')
    expect([...denied.asked, ...local.asked]).toEqual([])
  })

  it('Quarry connects to more than before after a question that names it, and to no more if a person declines', async () => {
    const { asked, set } = setting()
    expect(await set({ egress: 'named', theme: 'dark' })).toMatchObject({ egress: 'named', theme: 'dark' })
    expect(asked).toEqual([])
    expect(await set({ egressHosts: ['a.example', 'b.example'] })).toMatchObject({
      egressHosts: ['a.example', 'b.example'],
    })
    expect(asked.at(-1)?.detail).toMatch(/^a\.example\nb\.example\n/)
    await set({ egressHosts: ['b.example'] })
    await set({ egress: 'offline' })
    expect(asked).toHaveLength(1)
    await set({ egress: 'local' })
    expect(asked.at(-1)?.message).toBe('Let Quarry connect to the local network?')

    const declined = setting({ consents: false })
    expect(await declined.set({ egress: 'local', theme: 'dark' })).toMatchObject({ egress: 'offline', theme: 'dark' })
    const many = setting()
    const hosts = Array.from({ length: 100 }, (_, number) => `host-${number}.a-long-domain.example`)
    expect(await many.set({ egress: 'named', egressHosts: hosts })).toMatchObject({ egress: 'offline' })
    expect(many.asked).toEqual([])
  })

  it('a program gets the network after a question that names it, and loses it without', async () => {
    const network = { egress: 'offline', egressHosts: [], programNetwork: [] as [] }
    const { asked, set } = setting({ network, resource: { type: 'mcp_server', transport: 'stdio' } })
    expect(await set({ programNetwork: ['mcp_server:1'] })).toMatchObject({ programNetwork: ['mcp_server:1'] })
    expect(asked.map(({ detail }) => detail.split('\n')[0])).toEqual(['Files'])
    expect(await set({ programNetwork: [] })).toMatchObject({ programNetwork: [] })
    expect(asked).toHaveLength(1)
    const declined = setting({ network, consents: false, resource: { type: 'mcp_server', transport: 'stdio' } })
    const refused = await declined.set({ programNetwork: ['mcp_server:1'], theme: 'dark' })
    expect(refused).toMatchObject({ programNetwork: [], theme: 'dark' })
  })

  it('an API is asked at another address than its description names after a question, and not without', async () => {
    const resource = { type: 'api', servers: ['https://api.example/v1'] }
    for (const consents of [true, false]) {
      const { asked, called, chooseServer, set } = setting({ resource, consents })
      expect(await chooseServer({ server: 'https://api.example/v1', base: null })).toMatchObject({ ok: true })
      expect(asked).toEqual([])
      called.length = 0
      expect((await chooseServer({ server: null, base: 'http://evil.example' })).ok).toBe(consents)
      expect(asked[0]?.detail).toContain('http://evil.example')
      expect(called.includes('resources.setServer')).toBe(consents)
      expect(await set({ apiServers: { 'api:1': { server: null, base: 'http://evil.example' } } })).toMatchObject({
        apiServers: {},
      })
    }
  })

  it('other programs may use Quarry over HTTP after a question, and no more without', async () => {
    const { asked, set } = setting()
    expect(await set({ httpApi: true, httpPort: 0 })).toMatchObject({ httpApi: true, httpPort: 0 })
    await set({ httpApi: true })
    await set({ httpApi: false })
    await set({ httpPort: 8720 })
    expect(asked.map(({ message }) => message)).toEqual(['Let other programs on this computer use Quarry?'])
    const declined = setting({ consents: false })
    expect(await declined.set({ httpApi: true, theme: 'dark' })).toMatchObject({ httpApi: false, theme: 'dark' })
  })

  it('language models may ask to write files after a question, and no longer without', async () => {
    const { asked, set, start } = setting()
    expect(await start({ writesFiles: true })).toMatchObject({ ok: true })
    await start({ writesFiles: false })
    await start({})
    expect(await set({ writesFiles: true })).toMatchObject({ writesFiles: true })
    await start({ writesFiles: true })
    await set({ writesFiles: false })
    expect(asked.map(({ message }) => message)).toEqual(Array(2).fill('Let language models write files?'))
    const declined = setting({ consents: false })
    expect(await declined.set({ writesFiles: true, theme: 'dark' })).toMatchObject({
      writesFiles: false,
      theme: 'dark',
    })
    expect(await declined.start({ writesFiles: true })).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await declined.letWrite(true)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await declined.letWrite(false)).toMatchObject({ ok: true })
    expect(declined.called.filter((channel) => channel.startsWith('session.'))).toEqual(['session.setWritesFiles'])
  })

  it('new files go to no folder that the window names', async () => {
    const { asked, set } = setting()
    expect(await set({ exportFolder: '/home/a/.config/autostart' })).toMatchObject({ exportFolder: null })
    expect(await set({ exportFolder: null })).toMatchObject({ exportFolder: null })
    expect(asked).toEqual([])
  })

  it('a call of Quarry’s own that writes a file is allowed after a question, one that reads without', async () => {
    const own = { resourceId: null, server: 'builtin', tool: 'apply_change' }
    const writes = setting({ asks: { ...own, effect: 'changes' } })
    expect(await writes.answer('allow', { path: '/papers/a\u202e.md', edits: [] })).toMatchObject({ ok: true })
    expect(writes.asked).toMatchObject([
      { message: 'Let “Quarry” run “apply_change”?', detail: expect.stringContaining('/papers/a.md') },
    ])
    const declined = setting({ consents: false, asks: { ...own, effect: 'changes' } })
    expect(await declined.answer('allow')).toMatchObject({ error: { code: 'tool.denied' } })
    const reads = setting({ asks: { ...own, effect: 'reads' } })
    expect(await reads.answer('allow')).toMatchObject({ ok: true })
    expect(reads.asked).toEqual([])
  })

  it('less is asked about after a question, more without', async () => {
    const { asked, set } = setting()
    expect(await set({ askFrom: 0.4, twoStepsFrom: 0.5 })).toMatchObject({ askFrom: 0.4, twoStepsFrom: 0.5 })
    expect(asked).toEqual([])
    expect(await set({ twoStepsFrom: 1 })).toMatchObject({ askFrom: 0.4, twoStepsFrom: 1 })
    expect(asked[0]?.detail).toMatch(/^Ask from a risk of 40%, twice from 100%\./)
    const declined = setting({ consents: false })
    expect(await declined.set({ askFrom: 0.9, theme: 'dark' })).toMatchObject({ ...usualThresholds, theme: 'dark' })
  })

  it('hosts that change beside the question are asked for, too', async () => {
    const { asked, set } = setting({ network: { egress: 'offline', egressHosts: ['good.example'] } })
    await Promise.all([set({ egress: 'named' }), set({ egressHosts: ['evil.example'] })])
    expect(asked.map(({ detail }) => detail.split('\n')[0])).toEqual(['good.example', 'evil.example'])
  })

  it('a rule that denies is removed after a question, one that allows without', async () => {
    const { asked, called, removeRule } = setting({ consents: false })
    expect(await removeRule(rules[0]!)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(asked[0]).toMatchObject({
      message: 'Remove the rule “never delete”?',
      detail: expect.stringContaining('delete_*'),
    })
    expect(called).toEqual([])
    expect(await removeRule(rules[1]!)).toMatchObject({ ok: true })
    expect(called).toEqual(['rules.remove'])
    expect(asked).toHaveLength(1)
  })

  it('a rule that lets more run is saved after a question that says what it allows, one that lets less without', async () => {
    const { asked, called, saveRule } = setting({ consents: false })
    const allow = { ...emptyDraft, decide: 'allow' as const, tool: 'send\u202e_*', name: 'harmless' }
    const isNew = { kind: 'new' as const, isOfProject: false }
    expect(await saveRule({ draft: allow, place: isNew })).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(asked[0]).toMatchObject({ message: 'Add this rule?', buttons: ['Add', 'Cancel'] })
    expect(asked[0]?.detail).toContain('Allows calls of tools that match “send_*”.')
    expect(asked[0]?.detail).toContain('"tool": "send\\u202e_*"')
    expect(asked[0]?.detail).toContain('It holds for all projects.')

    const deny = { decide: 'deny' as const, tool: 'send' }
    const edit = { kind: 'edit' as const, path: '/rules.json', line: 2, rule: deny }
    const narrower = { ...emptyDraft, tool: 'send', resource: 'mail' }
    expect(await saveRule({ draft: narrower, place: edit })).toMatchObject({ ok: false })
    expect(asked[1]).toMatchObject({ message: 'Change this rule?' })
    expect(asked[1]?.detail).toMatch(
      /^Denies calls of the tool “send” on “mail”\.[\s\S]*Until now: Denies calls of the tool “send”\./,
    )
    expect(called).toEqual([])

    expect(await saveRule({ draft: { ...emptyDraft, tool: 'send' }, place: isNew })).toMatchObject({ ok: true })
    expect(await saveRule({ draft: emptyDraft, place: edit })).toMatchObject({ ok: true })
    expect(asked).toHaveLength(2)
    const agreed = setting()
    expect(await agreed.saveRule({ draft: allow, place: isNew })).toMatchObject({ ok: true })
    expect(agreed.asked).toHaveLength(1)
    expect(agreed.called).toEqual(['rules.save'])
  })

  it('a plugin goes on after a question that shows its hash, and with no other; off without', async () => {
    const hash = 'a'.repeat(64)
    const plugin = { version: '1.0.0', tools: [{ name: 'to_metric' }], memory: ['recall'], workflow: [], hash }
    for (const consents of [true, false]) {
      const sent: unknown[] = []
      const asked: ConsentQuestion[] = []
      const consent = createConsent({
        ask: async (question) => {
          asked.push(question)
          return consents
        },
        language: async () => 'system',
        systemLocale: () => 'en-GB',
      })
      const guarded = consent.guard(async (channel, { input }) => {
        if (channel === 'resources.get')
          return { ok: true, value: { name: 'Units', metadata: { type: 'tool', plugin } } }
        sent.push(input)
        return { ok: true, value: undefined }
      })
      const set = (active: boolean) =>
        guarded('resources.setActive', {
          projectId: 'default',
          input: { resourceId: 'tool:1', active, approved: 'b'.repeat(64) },
        })
      expect((await set(true)).ok).toBe(consents)
      expect(asked[0]).toMatchObject({
        message: 'Turn on the plugin “Units 1.0.0”?',
        detail: expect.stringContaining(`to_metric, memory.recall\n\nSHA-256: ${hash}`),
      })
      expect(sent).toEqual(consents ? [{ resourceId: 'tool:1', active: true, approved: hash }] : [])
      await set(false)
      expect(asked).toHaveLength(1)
      expect(sent.at(-1)).toMatchObject({ active: false })
    }
  })

  it('asks in the language of the window', async () => {
    const asked: ConsentQuestion[] = []
    const consent = createConsent({
      ask: async (question) => asked.push(question) > 0,
      language: async () => 'zh-CN',
      systemLocale: () => 'en-GB',
    })
    const dispatch: Dispatch = async () => ({
      ok: true,
      value: { egress: 'offline', egressHosts: [], programNetwork: [] },
    })
    await consent.guard(dispatch)('settings.set', { projectId: 'default', input: { egress: 'local' } })
    expect(asked[0]).toMatchObject({ message: '允许 Quarry 连接本地网络？', buttons: ['连接', '取消'] })
  })
})
