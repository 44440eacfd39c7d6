import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { MissingRequirement } from '../../../../contract/pool'
import { describeShortage, sayMissing } from '../../../../main/pool/shortage'
import { staffSpec, staffTypes } from '../../../../main/pool/staff'
import { amendmentOf } from '../../../../renderer/features/inspector/event-detail'
import { memberNumber, slotOf } from '../../../../renderer/features/pool/member-names'
import { problemOf } from '../../../../renderer/features/pool/member-problem'
import { missingOf, shortageOf } from '../../../../renderer/features/pool/shortage-text'

describe('names of members', () => {
  it('are known for every member that the pool makes', () => {
    for (const { name, type } of staffTypes.flatMap((each) => [staffSpec(each, 1), staffSpec(each, 12)])) {
      expect([name, memberNumber(name, type).own]).toEqual([name, true])
    }
    expect(memberNumber(staffSpec('executor', 12).name, 'executor')).toEqual({ own: true, number: '12' })
  })

  it('stay as they are where the member has one of its own', () => {
    expect(memberNumber('tunnel.sqlite', 'database')).toEqual({ own: false })
    expect(memberNumber('Executor 1', 'tool')).toEqual({ own: false })
  })
})

describe('shortageOf', () => {
  it('reads the sentence that the pool writes', () => {
    const member = {
      ...staffSpec('executor', 1),
      state: 'busy' as const,
      since: '',
      taskId: 'a',
      tasksDone: 0,
      tasksFailed: 0,
      error: null,
      blockedBy: null,
    }
    const need = { type: 'executor', capability: null, level: 1, count: 1, resourceId: null, projectId: null } as const
    const reason = describeShortage([member], [need])
    expect(shortageOf(reason)).toEqual({
      needs: [{ type: 'executor', count: 1 }],
      atWork: { working: 1, fitting: 1 },
    })
    const two = { ...need, type: 'database', count: 2 } as const
    expect(shortageOf(describeShortage([member], [need, two]))?.needs).toEqual([
      { type: 'executor', count: 1 },
      { type: 'database', count: 2 },
    ])
  })

  it('reads who does not answer', () => {
    const reason = 'Waits for a free database: orders is not ready (its service does not answer).'
    expect(shortageOf(reason)).toEqual({ needs: [{ type: 'database', count: 1 }], atWork: null })
  })

  it('leaves other sentences alone', () => expect(shortageOf('The disk is full.')).toBeNull())
})

describe('missingOf', () => {
  const missing: MissingRequirement = {
    type: 'database',
    capability: 'sql_query',
    level: 7,
    resourceId: null,
    needed: 1,
    inService: 0,
    bestLevel: null,
    remedies: [],
  }

  it('reads the sentences that the pool writes', () => {
    const two: MissingRequirement = {
      ...missing,
      type: 'tool',
      capability: null,
      resourceId: 'a',
      needed: 2,
      inService: 1,
    }
    expect(missingOf([missing, two].map(sayMissing).join(' '))).toEqual([
      { type: 'database', capability: 'sql_query', level: 7, count: 1 },
      { type: 'tool', capability: null, level: 1, count: 2 },
    ])
  })

  it('leaves other sentences alone', () => {
    for (const reason of ['No wizard is in service.', 'Waits for a free tool: 1 of 1 at work.', 'No.']) {
      expect(missingOf(reason)).toBeNull()
    }
  })
})

describe('problemOf', () => {
  it('knows who never came back, and tells anything else apart from it', () => {
    const lease = 'It gave no sign of life until its lease ended.'
    expect(readFileSync('main/pool/ledger-keeper.ts', 'utf8')).toContain(`leaseReason = '${lease}'`)
    expect(problemOf({ state: 'error', error: `“Heat pumps” never came back: ${lease}` })).toEqual({
      kind: 'neverCameBack',
      label: 'Heat pumps',
    })
    expect(problemOf({ state: 'error', error: lease })).toEqual({ kind: 'noSign' })
    expect(problemOf({ state: 'error', error: 'Out of memory.' })).toEqual({
      kind: 'failed',
      message: 'Out of memory.',
    })
    expect(problemOf({ state: 'blocked', error: 'The server is gone.' })).toEqual({ kind: 'notReady' })
    expect(problemOf({ state: 'busy', error: null })).toBeNull()
  })
})

describe('amendmentOf', () => {
  it('reads how a step was changed', () => {
    expect(amendmentOf('Costs: a view: skipped')).toEqual({ title: 'Costs: a view', needed: null })
    expect(amendmentOf('Costs: needed nothing')).toEqual({ title: 'Costs', needed: [] })
    expect(amendmentOf('Costs: needed database sql_query 7, tool  1')).toEqual({
      title: 'Costs',
      needed: [
        { type: 'database', capability: 'sql_query', level: 7 },
        { type: 'tool', capability: null, level: 1 },
      ],
    })
    expect(amendmentOf('Costs: needed a wand')).toBeNull()
    expect(amendmentOf('Costs')).toBeNull()
  })
})

describe('slotOf', () => {
  it('parts the name of a slot from its number', () => {
    expect(slotOf({ name: 'shop #12', resourceId: 'database:1' })).toEqual({ whole: 'shop', slot: '12' })
    expect(slotOf({ name: 'notes #2 of May #3', resourceId: 'a' })).toEqual({ whole: 'notes #2 of May', slot: '3' })
  })

  it('leaves a name that has no slot, and the members of the pool itself', () => {
    expect(slotOf({ name: 'shop', resourceId: 'database:1' })).toEqual({ whole: 'shop', slot: null })
    expect(slotOf({ name: 'executor #1', resourceId: null })).toEqual({ whole: 'executor #1', slot: null })
  })
})
