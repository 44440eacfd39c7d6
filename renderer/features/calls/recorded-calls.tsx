import { Braces, Download, RefreshCw, Table2, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useTopicValue } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Menu, MenuItem } from '../../ui/menu'
import { usePages } from '../../ui/use-pages'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { allCalls, CallFilters, callFilterOf } from './call-filters'
import { CallList } from './call-list'

/** What was called with what, who decided on it, and what came of it. */
export function RecordedCalls() {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt, tell } = useNotices()
  const sessions = useTopicValue('sessions')
  const [chosen, setChosen] = useState(allCalls)
  const [revision, setRevision] = useState(0)
  const again = (): void => setRevision((before) => before + 1)
  const nowMs = useRef(Date.now())
  // Sessions make most calls: what moves one may have called something.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever a session moved
  useEffect(again, [sessions])
  const filter = callFilterOf(chosen, nowMs.current)
  const pages = usePages(JSON.stringify(filter), revision, async (offset, limit) => {
    const { calls, total } = await quarry.callsList({ filter, offset, limit })
    return { rows: calls, total, rest: null }
  })
  const save = (kind: 'csv' | 'json'): void =>
    void attempt(async () => {
      const saved = await quarry.desktopSaveCalls({ filter, format: kind })
      if (saved) tell(t('app.saved', { path: saved.path }))
    })
  const purge = (): void =>
    void attempt(() => quarry.callsPurge()).then(() => {
      tell(t('calls.purged'))
      again()
    })
  return (
    <div className="flex h-full flex-col" data-testid="calls">
      <div className="flex items-center justify-between gap-x-4 pb-2">
        <p className="text-sm text-dim tabular-nums">
          {pages.total !== null && t('calls.count', { count: pages.total, calls: format.number(pages.total) })}
        </p>
        <div className="flex gap-1">
          <IconButton icon={RefreshCw} label={t('calls.refresh')} onClick={again} />
          <Menu
            trigger={
              <Button tone="quiet" icon={Download} className="h-7 px-2">
                {t('calls.export')}
              </Button>
            }
          >
            <MenuItem icon={Table2} onSelect={() => save('csv')}>
              {t('calls.csv')}
            </MenuItem>
            <MenuItem icon={Braces} onSelect={() => save('json')}>
              {t('calls.json')}
            </MenuItem>
            <MenuItem icon={Trash2} onSelect={purge}>
              {t('calls.purge')}
            </MenuItem>
          </Menu>
        </div>
      </div>
      <div className="pb-3">
        <CallFilters chosen={chosen} onChange={setChosen} />
      </div>
      <CallList pages={pages} onRated={again} />
    </div>
  )
}
