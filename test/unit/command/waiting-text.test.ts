import { describe, expect, it } from 'vitest'
import type { NeededMembers, WaitFact } from '../../../contract/pool/pool-facts'
import type { SessionView } from '../../../contract/session/session'
import { waitingText } from '../../../main/command/terminal/waiting-text'
import { speechIn } from '../../../wording'

type Waiting = Parameters<typeof waitingText>[0]

const english = speechIn('en')
const database: NeededMembers = { type: 'database', capability: 'sql_query', level: 3, count: 1 }

const blockedBy = (reason: 'resource_shortage' | 'missing_resource', waitsFor: WaitFact): Waiting => ({
  id: 's1',
  state: 'blockedReview',
  confirmations: [],
  questions: [],
  plan: { steps: [{ waitsFor, blockedBy: reason }] } as unknown as SessionView['plan'],
})

describe('what a session waits for', () => {
  const missing = blockedBy('missing_resource', { kind: 'nobodyHas', values: { needs: [database] } })

  it('is said with what would help where nobody has it', () => {
    const text = waitingText(missing, english)
    expect(text).toMatch(/^The session is waiting for: Missing: a database with SQL queries at level 3 or higher\. Add/)
    expect(text).toMatch(/Continue it with: quarry resume s1$/)
  })

  it('is said in Chinese', () => {
    expect(waitingText(missing, speechIn('zh-CN'))).toMatch(
      /^会话正在等待：缺少：数据库（SQL 查询，至少 3 级）。请添加/,
    )
  })

  it('is said as it is where it comes by itself, or a person is asked', () => {
    const busy: WaitFact = { kind: 'membersBusy', values: { needs: [database], working: 1, fitting: 1 } }
    expect(waitingText(blockedBy('resource_shortage', busy), english)).toBe(
      'The session is waiting for: a free database with SQL queries at level 3 or higher (1 of 1 in use). Continue it with: quarry resume s1',
    )
    const review = waitingText(
      { id: 's1', state: 'awaitingPlanReview', plan: null, confirmations: [], questions: [] },
      english,
    )
    expect(review).toContain('a review of its plan')
  })
})
