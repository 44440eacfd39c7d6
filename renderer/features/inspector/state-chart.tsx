import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { type SessionState, type SessionView, sessionState } from '../../../contract/session/session'
import { nextStates, transitionsOf } from '../../../contract/session/session-transitions'
import { useStream } from '../../bridge'
import { SectionTitle } from '../../ui/field'
import { type ChartEdge, chartEdges } from './chart-edges'
import { Checkpoints } from './checkpoints'
import { Errors } from './errors'
import { SessionOf } from './session-of'

/** The way through a session from above, and beside it the states that interrupt it. */
const column: readonly SessionState[] = sessionState.options.slice(0, sessionState.options.indexOf('done') + 1)
const beside = sessionState.options.slice(column.length)
const edges = chartEdges(column)

const rowHeight = 40
const boxHeight = 26
const laneWidth = 11
const lanesOn = (side: ChartEdge['side']): number =>
  Math.max(0, ...edges.filter((edge) => edge.side === side).map(({ lane }) => lane))
const columnX = lanesOn('left') * laneWidth + 8
const boxWidth = 146
const besideX = columnX + boxWidth + lanesOn('right') * laneWidth + 18
const width = besideX + boxWidth + 2
const topOf = (state: SessionState): number => column.indexOf(state) * rowHeight + 4

function pathOf({ from, to, side, lane }: ChartEdge): string {
  if (side === 'down') {
    return `M ${columnX + boxWidth / 2} ${topOf(from) + boxHeight} V ${topOf(to)} m -3.5 -4.5 l 3.5 4.5 l 3.5 -4.5`
  }
  const out = side === 'left' ? -1 : 1
  const x = side === 'left' ? columnX : columnX + boxWidth
  // Leaves below the middle of a box and arrives above it, so that two edges at one box stay apart.
  const bend = x + out * lane * laneWidth
  return `M ${x} ${topOf(from) + 17} H ${bend} V ${topOf(to) + 9} H ${x} m ${out * 5} -3.5 l ${-out * 5} 3.5 l ${out * 5} 3.5`
}

function Box({
  state,
  x,
  y,
  session,
  been,
}: {
  state: SessionState
  x: number
  y: number
  session: SessionView
  been: boolean
}) {
  const { t } = useTranslation()
  const here = session.state === state
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={boxWidth}
        height={boxHeight}
        rx={6}
        strokeWidth={here ? 2 : 1}
        className={clsx(
          here ? 'fill-accent-bg stroke-accent' : been ? 'fill-panel stroke-accent' : 'fill-panel stroke-line',
        )}
      />
      {here && <circle cx={x + 10} cy={y + 13} r={3.5} className="fill-accent" />}
      <text
        x={x + boxWidth / 2 + (here ? 6 : 0)}
        y={y + 17}
        textAnchor="middle"
        className={clsx('text-[11.5px]', here ? 'fill-ink font-semibold' : been ? 'fill-ink' : 'fill-faint')}
      >
        {t(`sessionState.${state}`)}
      </text>
    </g>
  )
}

function Chart({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const log = useStream('sessionEvents', session.id)
  const states = log.status === 'ready' ? log.value.map(({ state }) => state) : []
  const visited = new Set(states)
  const taken = new Set(states.map((state, at) => `${states[at - 1]} ${state}`))
  const listed = (words: readonly string[]): string => words.join(t('app.listed'))
  return (
    <div className="px-4 py-3" data-testid="state-chart">
      <p className="text-sm font-medium">{t('chart.now', { state: t(`sessionState.${session.state}`) })}</p>
      <svg
        role="img"
        aria-label={t('chart.picture')}
        viewBox={`0 0 ${width} ${column.length * rowHeight}`}
        className="mt-3 w-full max-w-[400px]"
      >
        <title>{t('chart.picture')}</title>
        {edges.map((edge) => (
          <path
            key={`${edge.from} ${edge.to}`}
            d={pathOf(edge)}
            className={taken.has(`${edge.from} ${edge.to}`) ? 'stroke-accent' : 'stroke-edge'}
            fill="none"
          />
        ))}
        {column.map((state) => (
          <Box key={state} state={state} x={columnX} y={topOf(state)} session={session} been={visited.has(state)} />
        ))}
        {beside.map((state, index) => (
          <Box
            key={state}
            state={state}
            x={besideX}
            y={(index + 5) * rowHeight + 4}
            session={session}
            been={visited.has(state)}
          />
        ))}
      </svg>
      <Errors session={session} />
      <Checkpoints session={session} />
      <div className="mt-3 -ml-1.5">
        <SectionTitle>{t('chart.title')}</SectionTitle>
      </div>
      <ul className="text-sm">
        {[...column, ...beside].map((state) => (
          <li key={state} className="border-t border-line py-1">
            <span className={session.state === state ? 'font-semibold' : ''}>{t(`sessionState.${state}`)}</span>
            <span className="text-xs text-faint">
              {' · '}
              {session.state === state ? t('chart.here') : visited.has(state) ? t('chart.been') : t('chart.ahead')}
              <span className="block">
                {t('chart.next', {
                  states: listed(
                    nextStates(state)
                      .filter((to) => to !== state)
                      .map((to) => t(`sessionState.${to}`)),
                  ),
                })}
              </span>
              <span className="block">
                {t('chart.acts', { acts: listed(transitionsOf(state).acts.map((act) => t(`chart.act.${act}`))) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The states of a session as a picture, and the same as text, both made of the table of transitions. */
export function StateChart({ sessionId }: { sessionId: string | null }) {
  return <SessionOf sessionId={sessionId}>{(session) => <Chart session={session} />}</SessionOf>
}
