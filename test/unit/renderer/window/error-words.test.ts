import { createInstance, type TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ErrorShape, errorCodes, toErrorShape } from '../../../../contract/errors'
import { remedies, remedyKey } from '../../../../contract/remedies'
import { answerCall } from '../../../../main/api/dispatch'
import { checkPlan } from '../../../../main/research/plan-check'
import { errorWords, remedyWords } from '../../../../renderer/ui/error-text'
import { en } from '../../../../renderer/window/locales/en'
import { zhCN } from '../../../../renderer/window/locales/zh-CN'
import { remediesIn, remediesSaid } from './remedies-said'

async function wordsIn(language: 'en' | 'zh-CN') {
  const catalogues = createInstance()
  await catalogues.init({
    lng: language,
    defaultNS: 'window',
    ns: ['window'],
    resources: { en: { window: en }, 'zh-CN': { window: zhCN } },
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  })
  return { t: catalogues.t as TFunction, language, exists: (key: string) => catalogues.exists(key) }
}

const wordingOf = (catalogue: object, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], catalogue)

describe('the words of errors', () => {
  it.each(errorCodes)('are there for %s, in Chinese as well', (code) => {
    expect(wordingOf(en, `error.${code}`)).toEqual(expect.stringMatching(/\w/))
    expect(wordingOf(zhCN, `error.${code}`)).toEqual(expect.stringMatching(/\p{Script=Han}/u))
  })
})

describe('the words of remedies', () => {
  const said = remediesSaid()

  it('are looked for where errors are made', () => {
    expect(said.length).toBeGreaterThan(90)
    expect(
      remediesIn(`
        const free = 'Free ' + 'some space.'
        const remedies = { a: 'Do this.', b: free }
        const shape = { code, remedy: isNear ? 'Go there.' : known.remedy ?? \`Look at \${place}.\` }
        function sayRemedy() { return first ?? 'Skip it.' }
        const remedy = 'stopSession'`).sort(),
    ).toEqual(['Do this.', 'Free some space.', 'Go there.', 'Look at ….', 'Skip it.'])
  })

  it('have a key for every sentence that main or a worker says, and none for what nobody says', () => {
    expect(said.filter(([, sentence]) => remedyKey(sentence) === null)).toEqual([])
    const sentences = new Set(said.map(([, sentence]) => sentence))
    expect(Object.values(remedies).filter((sentence) => !sentences.has(sentence))).toEqual([])
  })

  it('are Chinese in the Chinese catalogue, and the contract’s in the English one', () => {
    expect(en.remedy).toBe(remedies)
    const unworded = Object.entries(zhCN.remedy).filter(([, sentence]) => !/\p{Script=Han}/u.test(sentence))
    expect(unworded).toEqual([])
  })
})

describe('an error in the Chinese window', () => {
  const english = /[a-z]{3,} [a-z]{2,}/

  it('is said in Chinese alone, whatever main said', async () => {
    const words = await wordsIn('zh-CN')
    for (const code of errorCodes.filter((each) => each !== 'internal')) {
      expect([code, errorWords({ code, message: 'Some words of main.' }, words)]).toEqual([
        code,
        expect.not.stringMatching(english),
      ])
    }
  })

  it('tells why the first of all steps failed', async () => {
    const error = {
      code: 'session.failed',
      message: 'Every step failed. The first: x',
      context: { steps: 2, code: 'read.tooLarge' },
    } as const
    expect(errorWords(error, await wordsIn('zh-CN'))).toBe('所有步骤都失败了。第一个：太大')
    expect(errorWords({ ...error, context: { steps: 2, code: null } }, await wordsIn('zh-CN'))).toBe('会话失败。')
  })

  it('quotes what nobody foresaw', async () => {
    expect(errorWords({ code: 'internal', message: 'x is not a function' }, await wordsIn('zh-CN'))).toBe(
      'Quarry 内部出错。原文：“x is not a function”',
    )
  })

  it.each([
    [{ title: 'a'.repeat(400) }, '无法使用这个输入。“标题”太长：最多 300 个字符。'],
    [{ title: '' }, '无法使用这个输入。“标题”太短：至少 1 个字符。'],
    [{ title: 'a', limit: 900 }, '无法使用这个输入。“limit”的值太大：最大为 500。'],
    [{ title: 'a', paths: ['a', 'b', 'c'] }, '无法使用这个输入。一次的数量太多（“paths”）：最多 2 个。'],
    [{ title: 3 }, '无法使用这个输入。问题出在“标题”。'],
    ['none', '无法使用这个输入。'],
  ])('tells what is wrong with an input', async (input, told) => {
    const schema = z.object({
      title: z.string().min(1).max(300),
      limit: z.number().max(500).optional(),
      paths: z.array(z.string()).max(2).optional(),
    })
    const answer = await answerCall(schema, input, async () => null)
    expect(answer.ok ? null : errorWords(answer.error, await wordsIn('zh-CN'))).toBe(told)
  })

  const step = { id: 'a', title: '甲', query: 'a', dependsOn: [] as string[], skipped: false, requirements: [] }
  it.each([
    [[{ ...step, skipped: true }], '这个计划无法执行。至少要执行一个步骤。'],
    [[{ ...step, title: ' ' }], '这个计划无法执行。步骤 1 需要标题和查找内容。'],
    [[step, step], '这个计划无法执行。两个步骤的标识相同：“甲”。'],
    [[{ ...step, dependsOn: ['b'] }], '这个计划无法执行。“甲”等待的步骤不在计划里。'],
    [[{ ...step, dependsOn: ['a'] }], '这个计划无法执行。步骤互相等待，形成了循环：甲 → 甲。'],
    [
      [{ ...step, requirements: [{ type: 'tool' as const, capability: 'A B', level: 1, resourceId: null }] }],
      '这个计划无法执行。步骤 1 的需要格式不对：能力只能由小写字母、数字和下划线组成，级别为 1 到 10。',
    ],
  ])('tells what is wrong with a plan', async (steps, told) => {
    let refused: ErrorShape | null = null
    try {
      checkPlan(steps)
    } catch (error) {
      refused = toErrorShape(error)
    }
    expect(refused && errorWords(refused, await wordsIn('zh-CN'))).toBe(told)
  })

  it('has no remedy in English', async () => {
    const words = await wordsIn('zh-CN')
    for (const sentence of Object.values(remedies)) {
      expect(remedyWords(sentence, words)).toEqual(expect.stringMatching(/\p{Script=Han}/u))
    }
    expect(remedyWords('Do what a later version says.', words)).toBeNull()
    expect(remedyWords('Do what a later version says.', await wordsIn('en'))).toBe('Do what a later version says.')
    expect(remedyWords(undefined, words)).toBeNull()
  })
})
