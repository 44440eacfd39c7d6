import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allocationState } from '../../../contract/pool/pool'
import { moveRequest, requestLife } from '../../../main/pool/request-life'

/** The cells of docs/pool.md under “States of a request”: state → states that it goes to. */
function documented(): Record<string, string[]> {
  const [, section = ''] = readFileSync('docs/pool.md', 'utf8').split('## States of a request')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    rows
      .filter(([, state = '']) => state.startsWith('`'))
      .map(([, state = '', , goesTo = '']) => [
        state.replaceAll('`', ''),
        [...goesTo.matchAll(/`(\w+)`/g)].map(([, to = '']) => to),
      ]),
  )
}

describe('the life of a request', () => {
  it('is the table of docs/pool.md', () => {
    const table = Object.fromEntries(
      allocationState.options.map((state) => [state, [...new Set(Object.values(requestLife[state]))].sort()]),
    )
    const told = Object.fromEntries(Object.entries(documented()).map(([state, to]) => [state, [...new Set(to)].sort()]))
    expect(told).toEqual(table)
  })

  it('refuses what cannot happen', () => {
    expect(moveRequest('blocked', 'granted')).toBe('allocated')
    expect(() => moveRequest('completed', 'executing')).toThrow('completed')
  })
})
