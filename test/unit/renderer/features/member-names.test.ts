import { describe, expect, it } from 'vitest'
import { describeShortage } from '../../../../main/pool/matching'
import { executorSpec, standingMembers } from '../../../../main/pool/roster'
import { memberNumber, shortageOf } from '../../../../renderer/features/pool/member-names'

describe('names of members', () => {
  it('are known for every member that the pool makes', () => {
    for (const { name, type } of [executorSpec(1), executorSpec(12), ...standingMembers]) {
      expect([name, memberNumber(name, type).own]).toEqual([name, true])
    }
    expect(memberNumber(executorSpec(12).name, 'executor')).toEqual({ own: true, number: '12' })
  })

  it('stay as they are where the member has one of its own', () => {
    expect(memberNumber('tunnel.sqlite', 'database')).toEqual({ own: false })
    expect(memberNumber('Executor 1', 'tool')).toEqual({ own: false })
  })
})

describe('shortageOf', () => {
  it('reads the sentence that the pool writes', () => {
    const member = {
      ...executorSpec(1),
      state: 'busy' as const,
      taskId: 'a',
      tasksDone: 0,
      tasksFailed: 0,
      error: null,
    }
    const reason = describeShortage([{ ...member, since: '', heldBy: null } as never], { type: 'executor' })
    expect(shortageOf(reason)).toEqual({ type: 'executor', working: 1, fitting: 1 })
  })

  it('leaves other sentences alone', () => expect(shortageOf('The disk is full.')).toBeNull())
})
