import { describe, expect, it } from 'vitest'
import { parseRemark } from '../../../../main/language/question/remark'

describe('parseRemark', () => {
  it.each([
    ['drop the step on flutter', { drop: ['flutter'], add: [], focus: [] }],
    ['Add contact resistance and remove birds.', { drop: ['birds'], add: ['contact resistance'], focus: [] }],
    ['focus on measurements', { drop: [], add: [], focus: ['measurements'] }],
    ["Don't include history; also cost of insulation", { drop: ['history'], add: ['cost of insulation'], focus: [] }],
    ['contact resistance', { drop: [], add: ['contact resistance'], focus: [] }],
    ['去掉背景，增加成本', { drop: ['背景'], add: ['成本'], focus: [] }],
    ['重点关注测量方法', { drop: [], add: [], focus: ['测量方法'] }],
  ])('%s', (remark, request) => {
    expect(parseRemark(remark)).toEqual(request)
  })
})
