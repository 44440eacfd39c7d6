import { describe, expect, it } from 'vitest'
import type { SessionView } from '../../../contract/session'
import { waitingText } from '../../../main/command/waiting-text'

type Waiting = Parameters<typeof waitingText>[0]

const blockedBy = (reason: 'resource_shortage' | 'missing_resource', waitsFor: string): Waiting => ({
  id: 's1',
  state: 'blockedReview',
  plan: { steps: [{ waitsFor, blockedBy: reason }] } as unknown as SessionView['plan'],
})

describe('what a session waits for', () => {
  it('is said with what would help where nobody has it', () => {
    const text = waitingText(blockedBy('missing_resource', 'No database with sql_query is in service.'))
    expect(text).toMatch(/^The session waits: No database with sql_query is in service\. Add it \(quarry add PATH/)
    expect(text).toMatch(/Continue it with: quarry resume s1$/)
  })

  it('is said as it is where it comes by itself, or a person is asked', () => {
    expect(waitingText(blockedBy('resource_shortage', 'an executor'))).toBe(
      'The session waits: an executor. Continue it with: quarry resume s1',
    )
    expect(waitingText({ id: 's1', state: 'awaitingPlanReview', plan: null })).toContain('its plan wants a review')
  })
})
