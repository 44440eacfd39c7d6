import { describe, expect, it } from 'vitest'
import type { Dispatch } from '../../../main/api'
import { type ConsentQuestion, createConsent } from '../../../main/desktop/consent'

const signal = new AbortController().signal
const program = {
  name: 'tr\u202eacker\n',
  command: 'node',
  args: ['-e', 'a; b'],
  env: { TOKEN: 'token-nobody-may-read' },
}

function setting({ consents = true, transport = 'stdio', isGone = false } = {}) {
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
  const call = { id: 'c1', resourceId: 'mcp_server:1', tool: 'write_file', server: 'files', input: { path: '/home/a' } }
  const dispatch: Dispatch = async (channel) => {
    called.push(channel)
    if (channel === 'session.view') return { ok: true, value: { confirmations: [call] } }
    if (channel !== 'resources.get') return { ok: true, value: undefined }
    if (isGone) return { ok: false, error: { code: 'resource.notFound', message: '' } }
    return { ok: true, value: { metadata: { type: 'mcp_server', transport } } }
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
  return { asked, called, consent, answer }
}

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

  it('denying a call, and calls that start no program, ask nothing', async () => {
    const denied = setting()
    await denied.answer('deny')
    expect(denied.called).toEqual(['session.answerConfirmation'])
    const remote = setting({ transport: 'http' })
    await remote.answer('allow')
    expect(remote.called.at(-1)).toBe('session.answerConfirmation')
    expect([...denied.asked, ...remote.asked]).toEqual([])
  })
})
