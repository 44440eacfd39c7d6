import { describe, expect, it } from 'vitest'
import type { RecallHit } from '../../../../contract/recall/recall'
import { claimsIn, type ReportView } from '../../../../contract/report/report'
import { type CodePorts, gatherCode } from '../../../../main/reasoning/code/gather'
import { readCodeQuestion } from '../../../../main/reasoning/code/question'
import type { CodeSource } from '../../../../main/reasoning/code/symbols'
import { writeReport } from '../../../../main/reasoning/extractive/write-report'
import type { Evidence } from '../../../../main/reasoning/port'
import { verifyReport } from '../../../../main/reasoning/verification/verify-report'
import { readSourceCode } from '../../../../workers/readers/source-code'

const files = {
  'src/urls.ts': `/**
 * Removes user name and password
 * from an address.
 *
 * @returns the address without them
 */
export function stripUrlAuth(url: string): string {
  return url
}

/** Whether two addresses have one origin. */
export const isSameOrigin = (one: URL, other: URL): boolean => one.origin === other.origin
`,
  'src/session.py': `class Session:
    """Keeps connections open."""

    def close(self):
        """Closes all adapters and as such the session.

        Nothing is returned.
        """
        return None

    def retry_delay(self, attempt):
        # Exponential back-off.
        return 2 ** attempt
`,
  'test/urls.test.ts': `// Removes user name and password from an address.
function testStripUrlAuth() {
  expect(stripUrlAuth('a')).toBe('a')
}
`,
}

const sources: CodeSource[] = Object.entries(files).map(([path, text]) => {
  const language = path.endsWith('.py') ? 'python' : 'typescript'
  const draft = readSourceCode({ text, name: path, language, encoding: null, maxTextLength: 1e6 })
  return { sourceId: path, path, contentHash: null, language, text: draft.text, headings: draft.headings }
})

const reason = {
  dense: null,
  keyword: 1,
  feedback: null,
  section: null,
  neighbours: null,
  rerank: null,
  score: 1,
  rankBefore: 1,
  rankAfter: 1,
}
const ports: CodePorts = {
  recallCode: async () => sources.map(({ sourceId }) => ({ sourceId, reason }) as RecallHit),
  codeAmong: async (ids) => new Set(ids),
  readCode: async (ids) => sources.filter(({ sourceId }) => ids.includes(sourceId)),
}
const { signal } = new AbortController()
const ask = (question: string, isExcluded = (_: string) => false): Promise<Evidence[]> =>
  gatherCode(ports, question, true, isExcluded, async (texts) => texts.map(() => null), signal)

async function reportOn(question: string, texts: Readonly<Record<string, string>> = files): Promise<ReportView> {
  const evidence = await ask(question)
  const step = { id: 's', title: question, query: question }
  const report = writeReport(
    {
      inquiry: { question, clarifications: [] },
      steps: [{ step: { ...step, dependsOn: [] } as never, findings: { found: 1, evidence } }],
      partial: false,
    },
    { signal },
    new Date(0),
    null,
  )
  return verifyReport(report, async (id) => texts[id]?.trimEnd() ?? null, { signal })
}
const told = (report: ReportView): string[] =>
  claimsIn(report.sections).map(({ text, verdict }) => `${verdict}: ${text}`)

describe('questions about code', () => {
  it('are answered with the function, its place first, then its comment without marks', async () => {
    expect(told(await reportOn('Which function removes the password from an address?')).slice(0, 4)).toEqual([
      'supported: stripUrlAuth is in src/urls.ts, lines 1–9.',
      'supported: Removes user name and password from an address.',
      'supported: @returns the address without them',
      'supported: export function stripUrlAuth(url: string): string',
    ])
  })

  it('are answered in Chinese by the terms of programming', async () => {
    const [first] = told(await reportOn('哪个函数判断是否同源？'))
    expect(first).toBe('supported: isSameOrigin 位于 src/urls.ts 第 11–12 行。')
  })

  it('cite the symbol that is named, its path, and its exact lines', async () => {
    const [only, ...others] = await ask('What does Session.close return?')
    expect(others).toEqual([])
    expect(only?.place).toMatchObject({
      symbol: 'Session.close',
      sourceName: 'src/session.py',
      lineStart: 4,
      lineEnd: 9,
    })
    expect(only?.sentence).toMatch(/^ {4}def close/)
    expect(told(await reportOn('What does Session.close return?'))).toContain('supported: Nothing is returned.')
  })

  it('rank tests below the source unless they are asked for', async () => {
    const first = async (question: string) => (await ask(question))[0]?.place
    expect(await first('Where is the user name removed from an address?')).toMatchObject({ sourceName: 'src/urls.ts' })
    expect(await first('Which test removes the user name from an address?')).toMatchObject({
      sourceName: 'test/urls.test.ts',
    })
  })

  it('get nothing where no function speaks of it, and nothing of a source that is not to be used', async () => {
    expect(await ask('Where are WebSocket frames masked?')).toEqual([])
    expect(await ask('What does stripUrlAuth do?', (id) => id === 'src/urls.ts')).toEqual([])
  })

  it('are not confirmed where the source says otherwise by now', async () => {
    const moved = { ...files, 'src/urls.ts': `// new line\n${files['src/urls.ts']}` }
    const verdicts = told(await reportOn('What does stripUrlAuth do?', moved))
    expect(verdicts[0]).toMatch(/^insufficient: stripUrlAuth is in/)
    expect(verdicts[1]).toMatch(/^insufficient: Removes/)
  })

  it('look at what was found alone in files that are too long to be ranked whole', async () => {
    const text = `${files['src/urls.ts']}\n// ${'x'.repeat(1_000_000)}\n`
    const draft = readSourceCode({ text, name: 'a.ts', language: 'typescript', encoding: null, maxTextLength: 2e6 })
    const source = { ...sources[0]!, text: draft.text, headings: draft.headings }
    const at = text.indexOf('export const isSameOrigin')
    const hit = { sourceId: source.sourceId, reason, locator: { start: at, end: at + 10 } } as RecallHit
    const long: CodePorts = { ...ports, recallCode: async () => [hit], readCode: async () => [source] }
    const answered = (question: string) =>
      gatherCode(
        long,
        question,
        true,
        () => false,
        async (texts) => texts.map(() => null),
        signal,
      )
    expect(await answered('What does isSameOrigin do?')).toHaveLength(1)
    expect(await answered('What does stripUrlAuth do?')).toEqual([])
  })
})

describe('a word that is no name', () => {
  it.each([
    'With a steady stream of readers, how does a writer ever get its turn?',
    'What is a rollback?',
    'How does the pager work?',
  ])('is no function: %s', (question) => {
    expect(readCodeQuestion(question).subjects.filter((name) => /^(?:a|the|is)$/i.test(name))).toEqual([])
  })
})
