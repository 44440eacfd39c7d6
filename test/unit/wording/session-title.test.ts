import { expect, it } from 'vitest'
import { speechIn, titleOfSession } from '../../../wording'

const createdAt = '2024-05-03T12:00:00.000Z'
const step = { version: 1, step: 3, isReport: false }

it.each([
  ['en', undefined, 'Why?'],
  ['en', step, 'Why? (branch of step 3, May 3, 2024)'],
  ['en', { ...step, version: 2 }, 'Why? (branch of plan 2, step 3, May 3, 2024)'],
  ['en', { ...step, step: null }, 'Why? (branch of plan 1, May 3, 2024)'],
  ['zh-CN', step, 'Why?（分支：步骤 3，2024年5月3日）'],
  ['zh-CN', { version: 2, step: null, isReport: true }, 'Why?（分支：报告 2，2024年5月3日）'],
] as const)('a branch is called after where it branched off: %s %j', (language, branchMark, title) => {
  expect(titleOfSession({ title: 'Why?', branchMark, createdAt }, speechIn(language))).toBe(title)
})
