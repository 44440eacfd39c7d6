import { Radar } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourcesSummary, ResourceType } from '../../../contract/resources/resource'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { usePages } from '../../ui/use-pages'
import { AddMaterial } from '../../window/add-material'
import { useRunCommand } from '../../window/run-command'
import { KindIcon } from './kind-icon'
import { offeredStatuses, type ResourceFilter, ResourceFilterBar } from './resource-filter-bar'
import { ResourceList } from './resource-list'

const taught = ['database', 'api', 'mcp_server', 'tool', 'knowledge_base', 'model'] as const

/** What comes here, while nothing has. */
function NothingYet() {
  const { t } = useTranslation()
  const run = useRunCommand()
  return (
    <div className="max-w-150 pt-4 pb-10" data-testid="resources-empty">
      <h2 className="text-[15px] font-semibold">{t('resources.emptyTitle')}</h2>
      <p className="mt-1 text-dim">{t('resources.emptyHelp')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone="primary" icon={Radar} onClick={() => run('scan')}>
          {t('resources.scan')}
        </Button>
        <AddMaterial />
      </div>
      <h3 className="section-title mt-8">{t('resources.examples')}</h3>
      <dl className="mt-1.5">
        {taught.map((type) => (
          <div
            key={type}
            className="grid grid-cols-[144px_minmax(0,1fr)] items-baseline gap-x-2 border-t border-line py-1.5"
          >
            <dt className="flex items-baseline gap-2 font-medium">
              <span className="self-center">
                <KindIcon type={type} />
              </span>
              {t(`resources.kind.${type}`)}
            </dt>
            <dd className="text-dim">{t(`resources.example.${type}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const everything: ResourceFilter = { text: '', type: null, status: null, withParts: false }

/** Everything discovered: by kind, searchable, each with how it is. */
export function Browse({ revision, summary }: { revision: number; summary: ResourcesSummary }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<ResourceFilter>(everything)
  const [attempts, setAttempts] = useState(0)
  const text = useDeferredValue(filter.text.trim())
  // Words are looked for in parts, too: an operation is found without knowing whose it is.
  const whole = !filter.withParts && text === ''
  const asked = {
    ...(text ? { text } : {}),
    ...(filter.type ? { type: filter.type } : {}),
    ...(whole ? { parentId: null } : {}),
  }
  const question = JSON.stringify([asked, attempts])
  const pages = usePages(`${question} ${filter.status}`, revision, async (offset, limit) => {
    const answer = await quarry.resourcesList({
      offset,
      limit,
      ...asked,
      ...(filter.status ? { status: filter.status } : {}),
    })
    const byType: Partial<Record<ResourceType, number>> = answer.byType
    return { rows: answer.resources, total: answer.total, rest: byType }
  })
  const statuses = offeredStatuses(summary.byStatus, filter.status)
  // The list says how many there are of each kind, not of each status: those few are asked for one by one.
  const byStatus = useCall(statuses.length > 0 ? `${question} ${statuses} ${revision}` : null, async () =>
    Object.fromEntries(
      await Promise.all(
        statuses.map(async (status) => {
          const { total } = await quarry.resourcesList({ offset: 0, limit: 1, ...asked, status })
          return [status, total] as const
        }),
      ),
    ),
  )
  if (summary.total === 0) return <NothingYet />
  return (
    <div className="flex h-full flex-col gap-2">
      <ResourceFilterBar
        filter={filter}
        onFilter={(change) => setFilter({ ...filter, ...change })}
        byType={pages.rest}
        statuses={statuses}
        byStatus={byStatus.value}
      />
      <ResourceList
        pages={pages}
        onRetry={() => setAttempts(attempts + 1)}
        onNone={
          <Button onClick={() => setFilter({ ...everything, withParts: filter.withParts })}>
            {t('resources.showAll')}
          </Button>
        }
      />
    </div>
  )
}
