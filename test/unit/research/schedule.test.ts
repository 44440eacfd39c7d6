import { describe, expect, it } from 'vitest'
import type { StepState } from '../../../contract/session/session'
import { judgeProgress, readySteps, type ScheduledStep } from '../../../main/research/schedule'
import { titleOf } from '../../../main/research/title'

function step(id: string, state: StepState, dependsOn: string[] = [], waits = false): ScheduledStep {
  return { id, state, dependsOn, waits }
}

describe('scheduling steps', () => {
  it('readies pending steps whose dependencies are over, also where these failed', () => {
    const steps = [
      step('a', 'observed'),
      step('b', 'failed'),
      step('c', 'running'),
      step('d', 'pending', ['a', 'b']),
      step('e', 'pending', ['c']),
      step('f', 'pending'),
    ]
    expect(readySteps(steps).map(({ id }) => id)).toEqual(['d', 'f'])
  })

  it.each<[string, ScheduledStep[]]>([
    ['finished', [step('a', 'observed'), step('b', 'failed'), step('c', 'skipped')]],
    ['proceeding', [step('a', 'running'), step('b', 'blocked')]],
    ['proceeding', [step('a', 'allocating')]],
    ['proceeding', [step('a', 'pending')]],
    ['stuck', [step('a', 'allocating', [], true), step('b', 'pending', ['a'])]],
    ['blocked', [step('a', 'blocked'), step('b', 'pending', ['a']), step('c', 'observed')]],
    ['stuck', [step('a', 'blocked'), step('b', 'allocating', [], true)]],
  ])('judges %s', (progress, steps) => {
    expect(judgeProgress(steps)).toBe(progress)
  })
})

describe('a title', () => {
  it('is the first line, cut at a word', () => {
    expect(titleOf('  What limits drag?\nAnd why?')).toBe('What limits drag?')
    expect(titleOf('')).toBe('Untitled')
    const long = titleOf('word '.repeat(40))
    expect(long.length).toBeLessThanOrEqual(81)
    expect(long.endsWith('word…')).toBe(true)
    expect(titleOf('题'.repeat(100))).toBe(`${'题'.repeat(80)}…`)
  })
})
