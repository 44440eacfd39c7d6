import { expect, it } from 'vitest'
import { isLent } from '../../../main/processes/program-launcher'

it('knows rights that were lent to this process, which a program would lose in a namespace', () => {
  expect(isLent('CapEff:\t000001ffffffffff\nCapAmb:\t0000000000000000\n')).toBe(false)
  expect(isLent('CapEff:\t0000000000000004\nCapAmb:\t0000000000000004\n')).toBe(true)
  expect(isLent('')).toBe(false)
})
