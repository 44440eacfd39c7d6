import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryRead, QueryReading, ReadMeasure } from '../../../contract/databases/query-reading'
import type { TableSchema } from '../../../contract/resources/resource'
import { quarry, toShape, useCall } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { inputClass } from '../../ui/field'
import { Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { type ColumnName, columnsOf, withCondition, withGroup, withMeasure, withShown } from './correction'

const functions = ['count', 'sum', 'avg', 'min', 'max', 'range'] as const

interface CorrectReadingProps {
  resourceId: string
  read: QueryRead
  /** What the button that keeps the correction says. */
  submit: string
  /** The correction is kept. */
  onKept(read: QueryRead): void
}

/** Opens a dialog in which a person chooses other tables, columns and sums for what a question was read as. */
export function CorrectReading(props: CorrectReadingProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // What is divided by something has two readings: that is asked in two questions.
  if (props.read.values.per !== null || props.read.values.question === undefined) return null
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpen(true)}>
        {t('reading.correct')}
      </Button>
      {isOpen && <CorrectionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function CorrectionDialog({ resourceId, read, submit, onKept, onClose }: CorrectReadingProps & { onClose(): void }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const [reading, setReading] = useState(read.values.of)
  const [problem, setProblem] = useState<string | null>(null)
  const [isKeeping, setKeeping] = useState(false)
  const resource = useCall(resourceId, () => quarry.resourcesGet({ resourceId }))
  const tables = resource.value?.metadata.type === 'database' ? resource.value.metadata.tables : []
  const corrected: QueryRead = { ...read, values: { ...read.values, of: reading, corrected: true } }
  const keep = async (): Promise<void> => {
    setKeeping(true)
    setProblem(null)
    try {
      const question = read.values.question ?? ''
      const kept = await quarry.queriesCorrect({ resourceId, question, reading: corrected })
      onClose()
      onKept(kept)
    } catch (error) {
      setProblem(speech.error(toShape(error)))
      setKeeping(false)
    }
  }
  return (
    <Dialog title={t('reading.title')} description={t('reading.help')} onClose={onClose} wide testId="correct-reading">
      <p className="mt-2 text-sm">“{read.values.question}”</p>
      {resource.status === 'failed' && <Failure error={resource.error} />}
      {resource.status === 'loading' && <Loading />}
      {tables.length > 0 && (
        <form
          className="mt-3 space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            void keep()
          }}
        >
          <ReadingFields reading={reading} tables={tables} onChange={setReading} />
          <p className="rounded-md bg-sunk px-2.5 py-1.5 text-sm" data-testid="corrected-reading">
            {speech.fact(corrected)}
          </p>
          <p role="alert" className="text-sm text-error">
            {problem}
          </p>
          <DialogActions>
            <Button onClick={onClose}>{t('app.cancel')}</Button>
            <Button type="submit" tone="primary" disabled={isKeeping}>
              {submit}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

interface FieldsProps {
  reading: QueryReading
  tables: readonly TableSchema[]
  onChange(reading: QueryReading): void
}

function ReadingFields({ reading, tables, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const all = columnsOf(tables)
  return (
    <>
      {reading.measures.map((measure, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
        <Row key={at} label={t('reading.measure')}>
          <MeasureFields
            measure={measure}
            tables={tables}
            onChange={(changed) => onChange(withMeasure(reading, at, changed))}
          />
        </Row>
      ))}
      {reading.groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
        <Row key={at} label={t('reading.group')} onRemove={() => onChange(withGroup(reading, at, null))}>
          <ColumnChoice
            label={t('reading.group')}
            all={all}
            chosen={group}
            onChange={(column) => onChange(withGroup(reading, at, { ...column, unit: group.unit }))}
          />
        </Row>
      ))}
      {reading.shown.map((shown, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
        <Row key={at} label={t('reading.shown')} onRemove={() => onChange(withShown(reading, at, null))}>
          <ColumnChoice
            label={t('reading.shown')}
            all={all}
            chosen={shown}
            onChange={(column) => onChange(withShown(reading, at, column))}
          />
        </Row>
      ))}
      {reading.conditions.map((condition, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
        <Row key={at} label={t('reading.condition')} onRemove={() => onChange(withCondition(reading, at, null))}>
          <ColumnChoice
            label={t('reading.condition')}
            all={all}
            chosen={condition}
            onChange={(column) => onChange(withCondition(reading, at, column))}
          />
          <span className="shrink-0 text-sm text-dim">
            {condition.op} <bdi>{condition.values.map(String).join(', ')}</bdi>
          </span>
        </Row>
      ))}
    </>
  )
}

function Row({ label, onRemove, children }: { label: string; onRemove?(): void; children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)_auto] items-center gap-2">
      <span className="text-sm text-dim">{label}</span>
      <div className="flex min-w-0 items-center gap-2">{children}</div>
      {onRemove ? (
        <IconButton size="small" icon={X} label={t('reading.remove', { what: label })} onClick={onRemove} />
      ) : (
        <span />
      )}
    </div>
  )
}

/** A column of any table, or, where rows are counted, a table. */
function MeasureFields({
  measure,
  tables,
  onChange,
}: {
  measure: ReadMeasure
  tables: readonly TableSchema[]
  onChange(measure: ReadMeasure): void
}) {
  const { t } = useTranslation()
  const counts = measure.fn === 'count' && !measure.distinct
  const first = (table: string): string | null =>
    tables.find(({ name }) => name === table)?.columns.find(({ primaryKey }) => !primaryKey)?.name ?? null
  return (
    <>
      <select
        aria-label={t('reading.function')}
        value={measure.fn}
        className={`${inputClass} w-36! shrink-0 text-sm`}
        onChange={(event) => {
          const fn = functions.find((one) => one === event.target.value) ?? 'count'
          const column = fn === 'count' ? null : (measure.column ?? first(measure.table))
          onChange({ fn, table: measure.table, column, distinct: false })
        }}
      >
        {functions.map((fn) => (
          <option key={fn} value={fn}>
            {t(`reading.functions.${fn}`)}
          </option>
        ))}
      </select>
      {counts ? (
        <select
          aria-label={t('reading.table')}
          value={measure.table}
          className={`${inputClass} text-sm`}
          onChange={(event) => onChange({ ...measure, table: event.target.value, column: null })}
        >
          {tables.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <ColumnChoice
          label={t('reading.column')}
          all={columnsOf(tables)}
          chosen={{ table: measure.table, column: measure.column ?? '' }}
          onChange={(column) => onChange({ ...measure, ...column })}
        />
      )}
    </>
  )
}

function ColumnChoice({
  label,
  all,
  chosen,
  onChange,
}: {
  label: string
  all: readonly ColumnName[]
  chosen: ColumnName
  onChange(column: ColumnName): void
}) {
  const at = all.findIndex(({ table, column }) => table === chosen.table && column === chosen.column)
  return (
    <select
      aria-label={label}
      value={at}
      className={`${inputClass} text-sm`}
      onChange={(event) => {
        const column = all[Number(event.target.value)]
        if (column !== undefined) onChange(column)
      }}
    >
      {/* A column that the database has not any more. */}
      {at < 0 && <option value={at}>{chosen.column}</option>}
      {all.map(({ table, column }, index) => (
        <option key={`${table} ${column}`} value={index}>
          {table} · {column}
        </option>
      ))}
    </select>
  )
}
