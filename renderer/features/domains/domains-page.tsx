import { RefreshCw, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DomainMap as DomainMapView, fewestDocuments } from '../../../contract/library/domain'
import { quarry, useTopic } from '../../bridge'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { Empty, Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { startOf, useWindowDispatch } from '../../window/window-state'
import { DomainMap } from './domain-map'
import { DomainRow } from './domain-row'
import { huesOf } from './map-view'
import { ProjectFacts } from './project-facts'

/** What the library is about: its domains as a map, and as a list below it. */
export function DomainsPage() {
  const { t } = useTranslation()
  const map = useTopic('domains')
  return (
    <div className="flex h-full flex-col px-5 pt-5 sm:px-8" data-testid="domains-page">
      <h1 className="font-serif text-[24px] leading-tight font-semibold">{t('domains.title')}</h1>
      <p className="mt-0.5 text-sm text-dim">{t('domains.lead')}</p>
      {map.status === 'loading' && <Loading />}
      {map.status === 'failed' && <Failure error={map.error} />}
      {map.status === 'ready' && <Found map={map.value} />}
    </div>
  )
}

function Found({ map }: { map: DomainMapView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const [chosen, setChosen] = useState<string | null>(null)
  const { domains, documents, build, builtAt } = map
  const hues = useMemo(() => huesOf(domains.map(({ domainId }) => domainId)), [domains])
  const onOpen = (sourceId: string): void => dispatch({ type: 'openPlace', place: startOf(sourceId) })
  const onSearchIn = (domainId: string): void => {
    dispatch({ type: 'search', change: { text: '', filter: { domains: [domainId] } } })
    dispatch({ type: 'showView', view: 'search' })
  }
  const isIdle = build.kind === 'idle'
  return (
    <>
      <ProjectFacts of={`${documents} ${map.changed} ${builtAt}`} />
      <Build map={map} />
      {domains.length > 0 && (
        <>
          <div className="mt-2.5 h-[44%] min-h-40 shrink-0">
            <DomainMap domains={domains} hues={hues} chosen={chosen} onChoose={setChosen} onOpen={onOpen} />
          </div>
          <ul className="mt-2 min-h-0 flex-1 overflow-auto pb-6" aria-label={t('domains.list')}>
            {domains.map((domain) => (
              <DomainRow
                key={domain.domainId}
                domain={domain}
                others={domains.filter((other) => other !== domain)}
                hue={hues.get(domain.domainId) ?? 0}
                isOpen={domain.domainId === chosen}
                onChoose={setChosen}
                onOpen={onOpen}
                onSearchIn={onSearchIn}
              />
            ))}
          </ul>
        </>
      )}
      {domains.length === 0 && documents < fewestDocuments && (
        <Empty
          title={t('domains.tooFew')}
          help={t('domains.tooFewHelp', { fewest: format.number(fewestDocuments), total: format.number(documents) })}
        />
      )}
      {domains.length === 0 && documents >= fewestDocuments && isIdle && (
        <Empty
          title={t(builtAt === null ? 'domains.notYet' : 'domains.none')}
          help={t(builtAt === null ? 'domains.notYetHelp' : 'domains.noneHelp')}
        />
      )}
    </>
  )
}

/** What was found when, and the way to find it anew; while that goes on how far it is. */
function Build({ map }: { map: DomainMapView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const { domains, documents, unassigned, changed, builtAt, build } = map
  const told =
    builtAt === null || documents < fewestDocuments
      ? []
      : [
          t('domains.count', { count: domains.length, total: format.number(domains.length) }),
          t('domains.documents', { count: documents, total: format.number(documents) }),
          ...(unassigned > 0 ? [t('domains.unassigned', { count: unassigned, total: format.number(unassigned) })] : []),
          format.when(builtAt),
          ...(changed > 0 ? [t('domains.changed', { count: changed, total: format.number(changed) })] : []),
        ]
  if (build.kind === 'building') {
    return (
      <div className="mt-3" data-testid="domain-build">
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="text-sm text-dim">
            {t('domains.building')}
          </p>
          <span className="ml-auto text-sm text-dim tabular-nums">{format.percent(build.done)}</span>
          <Button icon={Square} onClick={() => void attempt(() => quarry.domainsStop())}>
            {t('domains.stop')}
          </Button>
        </div>
        <div className="mt-1.5">
          <Progress share={build.done} label={t('domains.building')} />
        </div>
      </div>
    )
  }
  return (
    <>
      {(told.length > 0 || documents >= fewestDocuments) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <p role="status" className="min-w-0 text-xs text-faint tabular-nums">
            {told.join(' · ')}
          </p>
          {documents >= fewestDocuments && (
            <Button icon={RefreshCw} onClick={() => void attempt(() => quarry.domainsRebuild())}>
              {t(builtAt === null ? 'domains.find' : 'domains.rebuild')}
            </Button>
          )}
        </div>
      )}
      {build.kind === 'failed' && (
        <div data-testid="domain-build-failed">
          <p className="mt-2 text-sm text-dim">{t('domains.failed')}</p>
          <Failure error={build.error} />
        </div>
      )}
    </>
  )
}
