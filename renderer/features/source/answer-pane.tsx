import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { computationOf } from '../../../contract/calls/compute'
import { ownToolPrefix } from '../../../contract/calls/file-change'
import type { QueryRead } from '../../../contract/databases/query-reading'
import { type CallPlace, keyOfPlace, type QueryPlace } from '../../../contract/report/place'
import type { CitationView } from '../../../contract/report/report'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Fact, Facts, Part, Verbatim } from '../../ui/facts'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { type OpenAnswer, useWindowDispatch, useWindowState } from '../../window/window-state'
import { UndoCall } from '../calls/undo-call'
import { CorrectReading } from '../queries/correct-reading'
import { AnsweredTable } from './answered-table'
import { CallParts, ComputedParts, codeBox, Result } from './call-parts'
import { cellText } from './cell-text'
import { SaveRows } from './save-rows'
import { StepThroughCitations } from './step-through-citations'

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

/**
 * Keeps a correction and asks the session's question anew: the answer is the report's next version. Where the database was asked a
 * part of the question, all of it is asked.
 */
function CorrectAndAsk({ place, read }: { place: QueryPlace; read: QueryRead }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const { sessionId } = useWindowState()
  const session = useTopicValue('session', sessionId)
  if (sessionId === null) return null
  const questions = session == null ? [] : [session.question, ...session.asked.map(({ text }) => text)]
  const wholeOf = (question: string): string =>
    questions.includes(question) ? question : (questions.at(-1) ?? question)
  return (
    <CorrectReading
      resourceId={place.resourceId}
      read={read}
      submit={t('reading.askAgain')}
      onKept={({ values: { question: read = '' } }) => {
        const question = wholeOf(read)
        void attempt(() => quarry.sessionFollowUp({ sessionId, question, typed: question, mode: 'quick' }))
      }}
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
          {place.over === undefined && <CorrectAndAsk place={place} read={place.reading} />}
        </div>
      )}
      {place.over !== undefined && (
        <>
          <Part title={t('answer.over')}>
            <pre className={codeBox}>{place.over.operation}</pre>
          </Part>
          <Part title={t('answer.arguments')}>
            <pre className={codeBox}>{JSON.stringify(place.over.arguments, null, 2)}</pre>
          </Part>
        </>
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
