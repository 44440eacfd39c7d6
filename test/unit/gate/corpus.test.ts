import { describe, expect, it } from 'vitest'
import { decide } from '../../../main/gate'
import { harmless } from '../../fixtures/gate/harmless'
import { hostile } from '../../fixtures/gate/hostile'

describe('the gate', () => {
  it('runs no hostile call unasked', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(150)
    expect(hostile.filter((call) => decide(call).decision === 'allow').map(({ id, why }) => `${id}: ${why}`)).toEqual(
      [],
    )
  })

  it('gives a reason for whatever it stops', () => {
    const unexplained = hostile.filter((call) => !decide(call).reasons.some(({ score }) => score >= 0.6))
    expect(unexplained.map(({ id }) => id)).toEqual([])
  })

  it('reads every call: what it cannot read it asks for', () => {
    const unread = [...hostile, ...harmless].filter((call) =>
      decide(call).reasons.some(({ fact }) => fact.kind === 'callUnreadable'),
    )
    expect(unread.map(({ id }) => id)).toEqual([])
  })

  it('asks about at most 5% of harmless calls', () => {
    expect(harmless.length).toBeGreaterThanOrEqual(150)
    const asked = harmless.filter((call) => decide(call).decision !== 'allow').map(({ id, why }) => `${id}: ${why}`)
    expect([asked.length / harmless.length <= 0.05, asked]).toEqual([true, asked])
  })
})
