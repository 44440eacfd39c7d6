import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kinds, membersOf, type PoolResource } from '../../../main/pool/members-of'
import { staffSizes } from '../../../main/pool/staff'

const resource = (change: Partial<PoolResource>): PoolResource => ({
  resourceId: 'r1',
  type: 'database',
  name: 'sales.sqlite',
  capabilities: [],
  readOnly: true,
  parallelism: null,
  ...change,
})

describe('what a resource becomes', () => {
  it('is the table of docs/pool.md', () => {
    const documented = Object.fromEntries(
      readFileSync('docs/pool.md', 'utf8')
        .split('\n')
        .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
        .filter((cells) => cells.length === 6 && (cells[1] ?? '') in kinds)
        .map(([, name = '', type = '', slots = '', capabilities = '']) => [name, { type, slots, capabilities }]),
    )
    const ours = Object.fromEntries(
      Object.entries(kinds).map(([name, { type, slots, capabilities }]) => [
        name,
        {
          type: type ?? 'none',
          slots: String(slots),
          capabilities: capabilities.map((each) => `${each.name} (${each.level})`).join(', '),
        },
      ]),
    )
    expect(ours).toEqual(documented)
  })

  it('is a slot for each use that it bears at once, where it only reads', () => {
    expect(membersOf(resource({})).map(({ id, name, number }) => [id, name, number])).toEqual([
      ['r1#1', 'sales.sqlite', 1],
      ['r1#2', 'sales.sqlite', 2],
      ['r1#3', 'sales.sqlite', 3],
      ['r1#4', 'sales.sqlite', 4],
    ])
    expect(membersOf(resource({ parallelism: 2 }))).toHaveLength(2)
    expect(membersOf(resource({ parallelism: 100_000 }))).toHaveLength(64)
    expect(membersOf(resource({ parallelism: 8, readOnly: false })).map(({ name, number }) => [name, number])).toEqual([
      ['sales.sqlite', null],
    ])
    expect(membersOf(resource({ type: 'model', parallelism: 4 }))).toEqual([])
  })

  it('adds the capabilities that the resource names, and passes free text over', () => {
    const [slot] = membersOf(
      resource({
        type: 'tool',
        capabilities: ['Code review', 'web-search', 'tool_call', 'turns 5 °C into °F', { name: 'file_ops', level: 9 }],
      }),
    )
    expect(slot?.capabilities).toEqual([
      { name: 'tool_call', level: 6 },
      { name: 'code_review', level: 5 },
      { name: 'web_search', level: 5 },
      { name: 'file_ops', level: 9 },
    ])
  })
})

describe('sizing the staff', () => {
  const gibibytes = (count: number): number => count * 1024 ** 3
  it.each([
    [1, 8, 2],
    [2, 8, 2],
    [8, 32, 7],
    [32, 8, 8],
  ])('%i cores, %i GiB → %i executors', (cores, memory, executors) => {
    expect(staffSizes({ cores, memoryBytes: gibibytes(memory) }).executor).toBe(executors)
  })

  it('adds an orchestrator and a reviewer for each eight executors', () => {
    const machine = { cores: 13, memoryBytes: gibibytes(64) }
    expect(staffSizes(machine)).toEqual({ executor: 12, orchestrator: 2, reviewer: 2 })
  })
})
