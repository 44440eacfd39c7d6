import { FilePlus2, FolderPlus, Radar } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceType } from '../../../contract/resource'
import { useRunCommand } from '../../app/use-commands'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { usePages } from '../../ui/use-pages'
import { KindIcon } from './kind-icon'
import { type ResourceFilter, ResourceFilterBar } from './resource-filter-bar'
import { ResourceList } from './resource-list'

const taught = ['database', 'api', 'mcp_server', 'tool', 'knowledge_base', 'model'] as const

/** What comes here, while nothing has. */
function NothingYet() {
  const { t } = useTranslation()
  const run = useRunCommand()
  return (
    <div className="mx-auto max-w-140 pt-6 pb-10" data-testid="resources-empty">
      <h2 className="text-[15px] font-semibold">{t('resources.emptyTitle')}</h2>
      <p className="mt-1 text-dim">{t('resources.emptyHelp')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone="primary" icon={Radar} onClick={() => run('scan')}>
          {t('resources.scan')}
        </Button>
        <Button icon={FilePlus2} onClick={() => run('addFiles')}>
          {t('library.addFiles')}
        </Button>
        <Button icon={FolderPlus} onClick={() => run('addFolder')}>
          {t('library.addFolder')}
        </Button>
      </div>
      <h3 className="section-title mt-8">{t('resources.examples')}</h3>
      <dl className="mt-1.5">
        {taught.map((type) => (
          <div
            key={type}
            className="grid grid-cols-[20px_120px_minmax(0,1fr)] items-baseline gap-2 border-t border-line py-1.5"
          >
            <dt className="col-span-2 grid grid-cols-subgrid items-center font-medium">
              <KindIcon type={type} />
              {t(`resources.kind.${type}`)}
            </dt>
            <dd className="text-dim">{t(`resources.example.${type}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Everything discovered: by kind, searchable, each with how it is. */
export function Browse({ revision, total }: { revision: number; total: number }) {
  const [filter, setFilter] = useState<ResourceFilter>({ text: '', type: null, withParts: false })
  const [attempts, setAttempts] = useState(0)
  const text = useDeferredValue(filter.text.trim())
  // Words are looked for in parts, too: an operation is found without knowing whose it is.
  const whole = !filter.withParts && text === ''
  const pages = usePages(JSON.stringify([text, filter.type, whole, attempts]), revision, async (offset, limit) => {
    const answer = await quarry.resourcesList({
      offset,
      limit,
      ...(text ? { text } : {}),
      ...(filter.type ? { type: filter.type } : {}),
      ...(whole ? { parentId: null } : {}),
    })
    const byType: Partial<Record<ResourceType, number>> = answer.byType
    return { rows: answer.resources, total: answer.total, rest: byType }
  })
  if (total === 0) return <NothingYet />
  return (
    <div className="flex h-full flex-col gap-2">
      <ResourceFilterBar
        filter={filter}
        onFilter={(change) => setFilter({ ...filter, ...change })}
        byType={pages.rest}
      />
      <ResourceList pages={pages} onRetry={() => setAttempts(attempts + 1)} />
    </div>
  )
}
