import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { SessionState, SessionView } from '../../../contract/session'
import { SectionTitle } from '../../ui/field'
import { SessionOf } from './session-of'

/** The way through a session, and where each state goes on to. */
const main: readonly SessionState[] = [
  'coordinating',
  'awaitingClarification',
  'investigating',
  'planning',
  'awaitingPlanReview',
  'running',
  'reporting',
  'verifying',
  'done',
]
const beside: readonly SessionState[] = ['paused', 'blockedReview', 'stopped', 'failed']
const next: Record<SessionState, readonly SessionState[]> = {
  coordinating: ['awaitingClarification', 'investigating'],
  awaitingClarification: ['coordinating', 'investigating'],
  investigating: ['planning'],
  planning: ['awaitingPlanReview', 'running', 'reporting'],
  awaitingPlanReview: ['running', 'planning'],
  running: ['reporting', 'planning', 'paused', 'blockedReview'],
  reporting: ['verifying'],
  verifying: ['done'],
  done: [],
  paused: ['running'],
  blockedReview: ['running', 'planning'],
  stopped: ['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'],
  failed: ['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'],
}
const loops: readonly { from: SessionState; to: SessionState }[] = [
  { from: 'awaitingClarification', to: 'coordinating' },
  { from: 'awaitingPlanReview', to: 'planning' },
]

const rowHeight = 40
const boxWidth = 150

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
        height={26}
        rx={6}
        strokeWidth={here ? 2 : 1}
        className={clsx(
          here ? 'fill-accent-bg stroke-accent' : been ? 'fill-panel stroke-accent' : 'fill-panel stroke-line',
        )}
      />
      {here && <circle cx={x + 12} cy={y + 13} r={3.5} className="fill-accent" />}
      <text
        x={x + boxWidth / 2}
        y={y + 17}
        textAnchor="middle"
        className={clsx('text-[11.5px]', here ? 'fill-ink font-semibold' : been ? 'fill-ink' : 'fill-faint')}
      >
        {t(`sessionState.${state}`)}
      </text>
    </g>
  )
}

/** The states of a session as a picture, and the same as text. */
export function StateChart({ sessionId }: { sessionId: string | null }) {
  const { t } = useTranslation()
  return (
    <SessionOf sessionId={sessionId}>
      {(session) => {
        const visited = new Set(session.events.map((event) => event.state))
        const yOf = (state: SessionState): number => main.indexOf(state) * rowHeight + 4
        return (
          <div className="px-4 py-3" data-testid="state-chart">
            <p className="text-sm font-medium">{t('chart.now', { state: t(`sessionState.${session.state}`) })}</p>
            <svg
              role="img"
              aria-label={t('chart.picture')}
              viewBox={`0 0 360 ${main.length * rowHeight}`}
              className="mt-3 w-full max-w-[360px]"
            >
              <title>{t('chart.picture')}</title>
              {main.slice(1).map((state) => (
                <path
                  key={state}
                  d={`M ${10 + boxWidth / 2} ${yOf(state) - 14} V ${yOf(state)}`}
                  className={visited.has(state) ? 'stroke-accent' : 'stroke-edge'}
                  fill="none"
                />
              ))}
              {loops.map(({ from, to }) => (
                <path
                  key={from}
                  d={`M ${10 + boxWidth} ${yOf(from) + 13} h 14 V ${yOf(to) + 13} h -14 m 5 -4 l -5 4 l 5 4`}
                  className="stroke-edge"
                  fill="none"
                />
              ))}
              {main.map((state) => (
                <Box key={state} state={state} x={10} y={yOf(state)} session={session} been={visited.has(state)} />
              ))}
              {beside.map((state, index) => (
                <Box
                  key={state}
                  state={state}
                  x={200}
                  y={(index + 3) * rowHeight + 4}
                  session={session}
                  been={visited.has(state)}
                />
              ))}
            </svg>
            <div className="mt-3 -ml-1.5">
              <SectionTitle>{t('chart.title')}</SectionTitle>
            </div>
            <ul className="text-sm">
              {[...main, ...beside].map((state) => (
                <li key={state} className="border-t border-line py-1">
                  <span className={session.state === state ? 'font-semibold' : ''}>{t(`sessionState.${state}`)}</span>
                  <span className="text-xs text-faint">
                    {' · '}
                    {session.state === state
                      ? t('chart.here')
                      : visited.has(state)
                        ? t('chart.been')
                        : t('chart.ahead')}
                    {' · '}
                    {t('chart.from', {
                      states: next[state].map((to) => t(`sessionState.${to}`)).join(', ') || t('chart.end'),
                    })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )
      }}
    </SessionOf>
  )
}
