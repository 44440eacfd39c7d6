import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Computation, computationOf } from '../../../contract/calls/compute'
import { ownToolPrefix } from '../../../contract/calls/file-change'
import type { QueryRead } from '../../../contract/databases/query-reading'
import { type CallPlace, keyOfPlace, type QueryPlace } from '../../../contract/report/place'
import type { CitationView } from '../../../contract/report/report'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Fact, Facts, Part, Verbatim } from '../../ui/facts'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { type OpenAnswer, useWindowDispatch, useWindowState } from '../../window/window-state'
import { UndoCall } from '../calls/undo-call'
import { CorrectReading } from '../queries/correct-reading'
import { AnsweredTable } from './answered-table'
import { cellText } from './cell-text'
import { SaveRows } from './save-rows'
import { StepThroughCitations } from './step-through-citations'

const codeBox = 'overflow-x-auto rounded-md bg-sunk px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap break-words'

/** What a query or call answered, as it was kept: what was asked, the rows or the result, when, and its hash. */
export function AnswerPane({
  open,
  citation,
  citations,
}: {
  open: OpenAnswer
  citation: CitationView | null
  citations: readonly CitationView[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const { place } = open
  const computed = place.kind === 'call' ? computationOf(place) : null
  const wroteFile = place.resourceId.startsWith(ownToolPrefix)
  return (
    <div className="h-full overflow-auto px-5 py-3" data-testid="answer-view" key={keyOfPlace(place)}>
      <div className="flex items-start gap-1">
        <h2 className="line-clamp-3 min-w-0 flex-1 font-semibold">
          <bdi>{place.resourceName}</bdi>
        </h2>
        <StepThroughCitations open={open} citations={citations} />
      </div>
      <p className="text-xs text-faint tabular-nums">
        {t(computed === null ? `answer.${place.kind}` : 'answer.computation')} ·{' '}
        <time dateTime={place.at}>{format.dateTime(place.at)}</time>
      </p>
      {citation && citation.state !== 'present' && (
        <p role="status" className="mt-1 text-xs text-blocked">
          {citation.state === 'deleted' ? t('answer.deleted') : t('answer.altered')}
        </p>
      )}
      {citation && (
        <blockquote className="mt-3 rounded-md border border-line bg-bg px-4 py-3 font-serif leading-relaxed">
          {citation.citedText}
        </blockquote>
      )}
      {place.kind === 'query' && <QueryParts place={place} />}
      {place.kind === 'call' &&
        (computed === null ? <CallParts place={place} /> : <ComputedParts place={place} computed={computed} />)}
      {wroteFile && place.kind === 'call' && <UndoWritten value={place.value} />}
      {!wroteFile && citation?.state !== 'deleted' && <RunAgain open={open} />}
      <Part title={t('answer.proof')}>
        <Facts>
          <Fact name={t('answer.hash')}>
            <Verbatim>{place.hash}</Verbatim>
          </Fact>
          {computed !== null && (
            <Fact name={t('answer.inputHash')}>
              <Verbatim>{computed.inputHash}</Verbatim>
            </Fact>
          )}
        </Facts>
      </Part>
      {!wroteFile && citation?.state !== 'deleted' && (
        <button
          type="button"
          className="mt-3 text-sm text-accent hover:underline"
          onClick={() => dispatch({ type: 'openResource', resourceId: place.resourceId })}
        >
          {t('answer.openResource', { name: place.resourceName })}
        </button>
      )}
    </div>
  )
}

/** Of a call that wrote a file. */
function UndoWritten({ value }: { value: CallPlace['value'] }) {
  const callId = value !== null && typeof value === 'object' && !Array.isArray(value) ? value.callId : undefined
  return typeof callId === 'string' ? <UndoCall callId={callId} className="mt-3" /> : null
}

/** Asks the same again and says whether the answer still is the same. What is stored stays. */
function RunAgain({ open }: { open: OpenAnswer }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  const window = useWindowState()
  const [runs, setRuns] = useState(0)
  const { place } = open
  const sessionId = open.citation?.sessionId ?? window.sessionId
  const run = useCall(
    runs === 0 || sessionId === null ? null : String(runs),
    () => quarry.sessionRerun({ sessionId: sessionId ?? '', place }),
    false,
  )
  if (sessionId === null) return null
  const isRunning = runs > 0 && run.status === 'loading'
  const answer = run.value
  return (
    <div className="mt-3" data-testid="run-again">
      <Button icon={RotateCw} disabled={isRunning} onClick={() => setRuns(runs + 1)}>
        {t(isRunning ? 'answer.running' : 'answer.runAgain')}
      </Button>
      <div role="status" className="mt-2 text-sm">
        {run.status === 'failed' && <p className="text-error">{speech.error(run.error)}</p>}
        {answer?.kind === 'notPossible' && <p className="text-blocked">{speech.fact(answer.reason)}</p>}
        {answer?.kind === 'same' && <p>{t('answer.runSame', { time: format.time(answer.at) })}</p>}
        {answer?.kind === 'different' && (
          <>
            <p className="text-blocked">{t('answer.runDifferent', { time: format.time(answer.at) })}</p>
            {answer.place === null && <p>{t('answer.runGone')}</p>}
            {answer.truncated && <p>{t('answer.runMore')}</p>}
            <p className="text-dim">{t('answer.storedStays')}</p>
          </>
        )}
      </div>
      {answer?.kind === 'different' && answer.place?.kind === 'query' && (
        <Part title={t('answer.rowsNow', { total: format.number(answer.place.totalRows) })}>
          <Rows place={answer.place} />
        </Part>
      )}
      {answer?.kind === 'different' && answer.place?.kind === 'call' && (
        <Part title={t('answer.resultNow')}>
          <Result of={computationOf(answer.place)} value={answer.place.value} />
        </Part>
      )}
    </div>
  )
}

/** Keeps a correction and asks the session's question anew: the answer is the report's next version. */
function CorrectAndAsk({ place, read }: { place: QueryPlace; read: QueryRead }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const { sessionId } = useWindowState()
  if (sessionId === null) return null
  return (
    <CorrectReading
      resourceId={place.resourceId}
      read={read}
      submit={t('reading.askAgain')}
      onKept={({ values: { question = '' } }) =>
        void attempt(() => quarry.sessionFollowUp({ sessionId, question, typed: question, mode: 'quick' }))
      }
    />
  )
}

function QueryParts({ place }: { place: QueryPlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { rows, firstRow, totalRows } = place
  const shown = {
    from: format.number(firstRow + 1),
    to: format.number(firstRow + rows.length),
    total: format.number(totalRows),
  }
  return (
    <>
      {place.reading && (
        <div className="mt-3 space-y-2" data-testid="reading">
          <p className="text-sm">{speech.fact(place.reading)}</p>
          <CorrectAndAsk place={place} read={place.reading} />
        </div>
      )}
      <Part title={t('answer.statement')}>
        <pre className={codeBox}>{place.statement}</pre>
      </Part>
      {place.parameters.length > 0 && (
        <Part title={t('answer.parameters')}>
          <ol className="ml-5 list-decimal font-mono text-xs">
            {place.parameters.map((parameter, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its position
              <li key={index}>{cellText(parameter)}</li>
            ))}
          </ol>
        </Part>
      )}
      <Part
        title={
          rows.length < totalRows
            ? t('answer.someRows', shown)
            : t('answer.rows', { count: totalRows, total: shown.total })
        }
        end={<SaveRows name={place.resourceName} columns={place.columns} rows={rows} />}
      >
        <Rows place={place} />
      </Part>
    </>
  )
}

/** The kept rows; the one that is meant is marked. */
function Rows({ place: { columns, rows, firstRow, row } }: { place: QueryPlace }) {
  if (columns.length === 0) return null
  return (
    <AnsweredTable
      columns={columns}
      rows={rows.map((cells, at) => ({ key: String(at), cells, isMeant: row === firstRow + at }))}
    />
  )
}

function CallParts({ place }: { place: CallPlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {place.models !== undefined && (
        <p data-testid="answer-models" className="mt-2 text-sm text-blocked wrap-anywhere">
          {t('answer.models', { models: format.list(place.models) })}
        </p>
      )}
      <Part title={t('answer.operation')}>
        <pre className={codeBox}>{place.operation}</pre>
      </Part>
      <Part title={t('answer.arguments')}>
        <pre className={codeBox}>{JSON.stringify(place.arguments, null, 2)}</pre>
      </Part>
      <Part
        title={t(place.pointer ? 'answer.resultPart' : 'answer.result')}
        end={place.pointer && <Verbatim>{place.pointer}</Verbatim>}
      >
        <pre className={codeBox}>{resultText(place.value)}</pre>
      </Part>
    </>
  )
}

/** Code that was run, what it was handed, and what came of it. */
function ComputedParts({ place, computed }: { place: CallPlace; computed: Computation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { code, tables, texts } = place.arguments
  const inline = Object.entries({ tables, texts }).filter(([, given]) => Object.keys(given ?? {}).length > 0)
  return (
    <>
      <Part
        title={t('answer.result')}
        end={
          <span className="flex items-center gap-1 text-xs text-faint">
            {t('answer.took', { time: format.number(Math.ceil(computed.tookMs)) })}
            {computed.table && <SaveRows name={place.resourceName} {...computed.table} />}
          </span>
        }
      >
        <Result of={computed} value={computed.value} />
      </Part>
      <Part title={t('answer.code')}>
        <pre className={codeBox}>{String(code)}</pre>
      </Part>
      <Part title={t('answer.inputs')}>
        <ul className="ml-5 list-disc text-sm">
          {computed.inputs.map(({ name, kind, size, columns }) => (
            <li key={name}>
              <bdi>{name}</bdi> · {t(`answer.${kind}Size`, { count: size, total: format.number(size) })}
              {columns.length > 0 && (
                <>
                  {' · '}
                  <bdi>{columns.join(t('app.listed'))}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
        {inline.length > 0 && (
          <pre className={clsx(codeBox, 'mt-1')}>{JSON.stringify(Object.fromEntries(inline), null, 2)}</pre>
        )}
      </Part>
    </>
  )
}

/** What a call brought, as rows where it is a table. */
function Result({ of, value }: { of: Computation | null; value: unknown }) {
  const table = of?.table
  return table ? (
    <AnsweredTable columns={table.columns} rows={table.rows.map((cells, at) => ({ key: String(at), cells }))} />
  ) : (
    <pre className={codeBox}>{resultText(of === null ? value : of.value)}</pre>
  )
}

const resultText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
