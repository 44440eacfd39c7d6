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

async function keywordsIn(language: 'en' | 'zh-CN') {
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

describe('the keywords of errors', () => {
  it.each(errorCodes)('are there for %s, in Chinese as well', (code) => {
    expect(wordingOf(en, `error.${code}`)).toEqual(expect.stringMatching(/\w/))
    expect(wordingOf(zhCN, `error.${code}`)).toEqual(expect.stringMatching(/\p{Script=Han}/u))
  })
})

describe('the keywords of remedies', () => {
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
    const keywords = await keywordsIn('zh-CN')
    for (const code of errorCodes.filter((each) => each !== 'internal')) {
      expect([code, errorWords({ code, message: 'Some keywords of main.' }, keywords)]).toEqual([
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
    expect(errorWords(error, await keywordsIn('zh-CN'))).toBe('所有步骤都失败了。第一个：太大')
    expect(errorWords({ ...error, context: { steps: 2, code: null } }, await keywordsIn('zh-CN'))).toBe('会话失败。')
  })

  it('quotes what nobody foresaw', async () => {
    expect(errorWords({ code: 'internal', message: 'x is not a function' }, await keywordsIn('zh-CN'))).toBe(
      '发生内部错误。原文：“x is not a function”',
    )
  })

  it.each([
    [{ title: 'a'.repeat(400) }, '输入无效。“标题”太长：最多 300 个字符。'],
    [{ title: '' }, '输入无效。“标题”太短：至少 1 个字符。'],
    [{ title: 'a', limit: 900 }, '输入无效。“limit”的值太大：最大为 500。'],
    [{ title: 'a', paths: ['a', 'b', 'c'] }, '输入无效。一次的数量太多（“paths”）：最多 2 个。'],
    [{ title: 3 }, '输入无效。请检查“标题”。'],
    ['none', '输入无效。'],
  ])('tells what is wrong with an input', async (input, told) => {
    const schema = z.object({
      title: z.string().min(1).max(300),
      limit: z.number().max(500).optional(),
      paths: z.array(z.string()).max(2).optional(),
    })
    const answer = await answerCall(schema, input, async () => null)
    expect(answer.ok ? null : errorWords(answer.error, await keywordsIn('zh-CN'))).toBe(told)
  })

  const step = { id: 'a', title: '甲', query: 'a', dependsOn: [] as string[], skipped: false, requirements: [] }
  it.each([
    [[{ ...step, skipped: true }], '此计划无法执行。至少保留一个步骤。'],
    [[{ ...step, title: ' ' }], '此计划无法执行。步骤 1 需要标题和搜索内容。'],
    [[step, step], '此计划无法执行。两个步骤的标识相同：“甲”。'],
    [[{ ...step, dependsOn: ['b'] }], '此计划无法执行。“甲”依赖的步骤不在计划中。'],
    [[{ ...step, dependsOn: ['a'] }], '此计划无法执行。这些步骤循环依赖：甲 → 甲。'],
    [
      [{ ...step, requirements: [{ type: 'tool' as const, capability: 'A B', level: 1, resourceId: null }] }],
      '此计划无法执行。步骤 1 的要求无效：能力只能由小写字母、数字和下划线组成，级别为 1 到 10。',
    ],
  ])('tells what is wrong with a plan', async (steps, told) => {
    let refused: ErrorShape | null = null
    try {
      checkPlan(steps)
    } catch (error) {
      refused = toErrorShape(error)
    }
    expect(refused && errorWords(refused, await keywordsIn('zh-CN'))).toBe(told)
  })

  it('has no remedy in English', async () => {
    const keywords = await keywordsIn('zh-CN')
    for (const sentence of Object.values(remedies)) {
      expect(remedyWords(sentence, keywords)).toEqual(expect.stringMatching(/\p{Script=Han}/u))
    }
    expect(remedyWords('Do what a later version says.', keywords)).toBeNull()
    expect(remedyWords('Do what a later version says.', await keywordsIn('en'))).toBe('Do what a later version says.')
    expect(remedyWords(undefined, keywords)).toBeNull()
  })
})
