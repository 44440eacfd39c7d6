import { expect, it } from 'vitest'
import { type SessionState, sessionState } from '../../../../contract/session/session'
import { nextStates, transitionsOf } from '../../../../contract/session/session-transitions'
import { chartEdges } from '../../../../renderer/features/inspector/chart-edges'

const column = sessionState.options.slice(0, 9)
const drawn = chartEdges(column)
const at = (state: SessionState): number => column.indexOf(state)

it('draws every edge of the table but the interruptions, and no other', () => {
  const table = column.flatMap((from) =>
    nextStates(from)
      .filter(
        (to) => column.includes(to) && transitionsOf(from).next[to]?.some((cause) => !cause.startsWith('session.')),
      )
      .map((to) => `${from} ${to}`),
  )
  expect(drawn.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(table.sort())
  expect(table).toEqual(expect.arrayContaining(['planning reporting', 'running planning', 'done planning']))
})

it('lets no two edges of a lane overlap, and none run on the wrong side', () => {
  for (const edge of drawn) {
    expect(edge.side).toBe(at(edge.to) === at(edge.from) + 1 ? 'down' : at(edge.to) > at(edge.from) ? 'left' : 'right')
    for (const other of drawn) {
      if (other === edge || edge.side === 'down' || other.side !== edge.side || other.lane !== edge.lane) continue
      const [top, bottom] = [Math.min(at(edge.from), at(edge.to)), Math.max(at(edge.from), at(edge.to))]
      const apart = Math.max(at(other.from), at(other.to)) <= top || Math.min(at(other.from), at(other.to)) >= bottom
      expect([edge, other, apart]).toEqual([edge, other, true])
    }
  }
})
