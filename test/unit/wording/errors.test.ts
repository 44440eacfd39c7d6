import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plainRemedies } from '../../../contract/app/plain-remedies'
import { errorCodes } from '../../../contract/error-codes'
import type { ErrorShape } from '../../../contract/error-shape'
import { toErrorShape } from '../../../contract/errors'
import { answerCall } from '../../../main/api/dispatch'
import { checkPlan } from '../../../main/research/plan-check'
import { speechIn } from '../../../wording'
import { filesUnder } from '../source-files'

describe('remedies', () => {
  it('are each used by main or a worker', () => {
    const source = ['main', 'workers']
      .flatMap(filesUnder)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    expect(plainRemedies.filter((kind) => !source.includes(`'${kind}'`))).toEqual([])
  })
})

describe('an error in Chinese', () => {
  const speech = speechIn('zh-CN')

  it('is said in Chinese alone, whatever main said', () => {
    for (const code of errorCodes.filter((each) => each !== 'internal')) {
      const said = speech.error({ code, message: 'Some words of main.' })
      expect([code, said]).toEqual([code, expect.not.stringMatching(/[a-z]{3,} [a-z]{2,}/)])
      expect([code, said]).toEqual([code, expect.stringMatching(/\p{Script=Han}/u)])
      expect(speechIn('en').error({ code, message: '' })).toMatch(/^[A-Z]/)
    }
  })

  it('tells why the first of all steps failed', () => {
    const error = {
      code: 'session.failed',
      message: 'Every step failed. The first: x',
      context: { steps: 2, code: 'read.tooLarge' },
    } as const
    expect(speech.error(error)).toBe('所有步骤都失败了。第一个：太大')
    expect(speech.error({ ...error, context: { steps: 2, code: null } })).toBe('会话失败。')
  })

  it('quotes what nobody foresaw', () => {
    expect(speech.error({ code: 'internal', message: 'x is not a function' })).toBe(
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
    expect(answer.ok ? null : speech.error(answer.error)).toBe(told)
  })

  const step = {
    id: 'a',
    title: '甲',
    query: 'a',
    dependsOn: [] as string[],
    skipped: false,
    type: 'research' as const,
    doneWhen: '',
    requirements: [],
  }
  it.each([
    [[{ ...step, skipped: true }], '此计划无法执行。至少保留一个步骤。'],
    [[{ ...step, title: ' ' }], '此计划无法执行。步骤 1 需要标题和搜索内容。'],
    [[step, step], '此计划无法执行。两个步骤的标识相同：“甲”。'],
    [[{ ...step, dependsOn: ['b'] }], '此计划无法执行。“甲”依赖的步骤不在计划中。'],
    [
      [step, { ...step, id: 'b', type: 'processing' as const }],
      '此计划无法执行。“甲”处理其他步骤找到的内容：请选择它在哪些步骤之后执行。',
    ],
    [
      [
        { ...step, skipped: true },
        { ...step, id: 'b', type: 'processing' as const, dependsOn: ['a'] },
      ],
      '此计划无法执行。至少保留一个研究步骤：其他步骤只处理研究步骤找到的内容。',
    ],
    [[{ ...step, dependsOn: ['a'] }], '此计划无法执行。这些步骤循环依赖：甲 → 甲。'],
    [
      [{ ...step, requirements: [{ type: 'tool' as const, capability: 'A B', level: 1, resourceId: null }] }],
      '此计划无法执行。步骤 1 的要求无效：能力只能由小写字母、数字和下划线组成，级别为 1 到 10。',
    ],
  ])('tells what is wrong with a plan', (steps, told) => {
    let refused: ErrorShape | null = null
    try {
      checkPlan(steps)
    } catch (error) {
      refused = toErrorShape(error)
    }
    expect(refused && speech.error(refused)).toBe(told)
  })
})

it('a fact with an error says its code in words, never the message of the logs', () => {
  const lost = { code: 'pool.memberFailed', message: 'Its lease expired.', context: { taskId: 's1/a' } } as const
  const broken = { code: 'pool.memberFailed', message: 'The database died.' } as const
  const damaged = { code: 'store.corrupt', message: '/a/version.json cannot be read.' } as const
  const facts = [
    { kind: 'memberFailed', values: { error: lost } },
    { kind: 'memberFailed', values: { error: broken } },
    { kind: 'libraryUnusable', values: { path: '/a', error: damaged } },
    { kind: 'diskUnknown', values: { path: '/a', error: damaged } },
  ] as const
  expect(facts.map((fact) => speechIn('en').fact(fact))).toEqual([
    'A pool member made no progress until the lease of its task ended.',
    'A pool member failed.',
    '/a cannot be used: The library is damaged.',
    'free space at /a is unknown: The library is damaged.',
  ])
  expect(facts.map((fact) => speechIn('zh-CN').fact(fact))).toEqual([
    '一个资源池成员直到任务租约到期都没有进展。',
    '一个资源池成员出错。',
    '无法使用 /a：资料库已损坏。',
    '无法得知 /a 的空闲空间：资料库已损坏。',
  ])
})
