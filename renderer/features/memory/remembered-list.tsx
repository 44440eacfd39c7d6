import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass, Toggle } from '../../ui/field'
import { Empty, Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useRested } from '../../window/use-rested'
import { RemoveAll } from './remove-all'

const pageSize = 100

interface RememberedListProps<Row> {
  readonly kind: 'memories' | 'answers'
  /** The setting that has the project remember this. */
  readonly setting: 'remembers' | 'learns'
  list(page: { text: string; offset: number; limit: number }): Promise<{ rows: Row[]; total: number }>
  removeAll(): Promise<unknown>
  keyOf(row: Row): string
  /** @param again asks for the list once more, after a change */
  row(row: Row, again: () => void): ReactNode
  /** What a person does here beside searching and deleting. */
  actions?(again: () => void): ReactNode
}

/** A switch, a search, a list, and the way to be rid of all of it. */
export function RememberedList<Row>({ kind, setting, list, removeAll, keyOf, row, actions }: RememberedListProps<Row>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const settings = useTopicValue('settings')
  const sessions = useTopicValue('sessions')
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(pageSize)
  const [round, setRound] = useState(0)
  const again = (): void => setRound((before) => before + 1)
  // A session that ended may have left something.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever a session moved
  useEffect(again, [sessions])
  const text = useRested(typed.trim())
  const found = useCall(`${kind} ${text} ${shown} ${round}`, () => list({ text, offset: 0, limit: shown }))
  const { rows = [], total = 0 } = found.value ?? {}
  const isOn = settings?.[setting] ?? true
  return (
    <div className="max-w-180 pt-4 pb-10" data-testid={`remembered-${kind}`}>
      <Toggle
        label={t(`memory.${kind}.switch`)}
        help={t(`memory.${kind}.switchHelp`)}
        checked={isOn}
        onChange={(checked) => void attempt(() => quarry.settingsSet({ [setting]: checked }))}
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <div className="relative min-w-40 flex-1">
          <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
          <input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label={t(`memory.${kind}.search`)}
            placeholder={t(`memory.${kind}.search`)}
            className={`${inputClass} pl-8`}
          />
        </div>
        {actions?.(again)}
      </div>
      {found.status === 'failed' && <Failure error={found.error} onRetry={again} />}
      {found.status === 'loading' && found.value === null && <Loading />}
      {found.status === 'ready' && total === 0 && (
        <Empty
          title={t(text === '' ? `memory.${kind}.none` : 'memory.noneFound')}
          {...(text === '' ? { help: t(isOn ? `memory.${kind}.noneHelp` : 'memory.off') } : {})}
        />
      )}
      {total > 0 && (
        <>
          <p className="mt-3 text-xs text-faint tabular-nums">
            {t(`memory.${kind}.count`, { count: total, total: format.number(total) })}
          </p>
          <ul className="mt-1" aria-label={t(`memory.tabs.${kind}`)}>
            {rows.map((one) => (
              <li key={keyOf(one)} className="border-t border-line py-2.5">
                {row(one, again)}
              </li>
            ))}
          </ul>
          {rows.length < total && (
            <Button className="mt-2" onClick={() => setShown(shown + pageSize)}>
              {t('memory.more')}
            </Button>
          )}
          <RemoveAll question={t(`memory.${kind}.removeAllSure`)} removeAll={removeAll} onDone={again} />
        </>
      )}
    </div>
  )
}
