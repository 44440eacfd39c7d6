import { clsx } from 'clsx'
import { ChevronRight, Merge, Pencil, Search, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DomainDocument, DomainView } from '../../../contract/library/domain'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Menu, MenuItem } from '../../ui/menu'
import { Failure } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { colourOf } from './domain-colour'
import { DomainForm } from './domain-form'

const pageSize = 100

interface DomainRowProps {
  readonly domain: DomainView
  readonly others: readonly DomainView[]
  readonly hue: number
  readonly isOpen: boolean
  /** Null folds it. */
  onChoose(domainId: string | null): void
  onOpen(sourceId: string): void
  onSearchIn(domainId: string): void
}

/** A domain in the list, and below it, once opened, what is known of it and what can be done with it. */
export function DomainRow({ domain, others, hue, isOpen, onChoose, onOpen, onSearchIn }: DomainRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={row} data-testid="domain" className="border-t border-line first:border-t-0">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onChoose(isOpen ? null : domain.domainId)}
          className="flex w-full items-start gap-2 rounded-md px-1.5 py-2 text-left hover:bg-sunk"
        >
          <ChevronRight size={15} aria-hidden className={clsx('mt-0.5 shrink-0 text-faint', isOpen && 'rotate-90')} />
          <svg width={10} height={10} aria-hidden className="mt-1.5 shrink-0">
            <circle cx={5} cy={5} r={5} style={{ fill: colourOf(hue) }} />
          </svg>
          <bdi className="min-w-0 flex-1 font-medium">{domain.name}</bdi>
          <span className="shrink-0 text-xs leading-5.5 text-faint tabular-nums">
            {t('domains.documents', { count: domain.documents, total: format.number(domain.documents) })}
          </span>
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="pr-1.5 pb-3.5 pl-8">
          <Details domain={domain} others={others} onChoose={onChoose} onOpen={onOpen} onSearchIn={onSearchIn} />
        </div>
      )}
    </li>
  )
}

type DetailsProps = Pick<DomainRowProps, 'domain' | 'others' | 'onChoose' | 'onOpen' | 'onSearchIn'>

function Details({ domain, others, onChoose, onOpen, onSearchIn }: DetailsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt, tell } = useNotices()
  const [doing, setDoing] = useState<'reading' | 'editing' | 'removing'>('reading')
  const { domainId, name, aliases, summary, edited, keyFiles } = domain
  if (doing === 'editing') return <DomainForm domain={domain} onClose={() => setDoing('reading')} />
  const merge = async (into: DomainView): Promise<void> => {
    if (!(await attempt(() => quarry.domainsMerge({ domainId, into: into.domainId })))) return
    tell(t('domains.merged', { name, into: into.name }))
    onChoose(into.domainId)
  }
  const remove = async (): Promise<void> => {
    if (await attempt(() => quarry.domainsRemove({ domainId }))) onChoose(null)
  }
  return (
    <>
      {aliases.length > 0 && <p className="text-sm text-dim">{t('domains.also', { aliases: format.list(aliases) })}</p>}
      {summary !== '' && <p className="mt-1.5 max-w-[68ch] font-serif text-[15px] leading-normal">{summary}</p>}
      {edited.length > 0 && (
        <p className="mt-1.5">
          <Chip tone="busy">{t('domains.edited')}</Chip>
        </p>
      )}
      <h3 className="section-title mt-2.5">{t('domains.keyFiles')}</h3>
      <Documents documents={keyFiles} onOpen={onOpen} />
      {domain.documents > keyFiles.length && <AllDocuments domain={domain} onOpen={onOpen} />}
      {doing === 'removing' ? (
        <div role="alert" className="mt-3 rounded-lg border border-edge bg-panel px-3.5 py-2.5">
          <p className="text-sm">{t('domains.removeSure', { name })}</p>
          <div className="mt-2 flex justify-end gap-2">
            <Button autoFocus onClick={() => setDoing('reading')}>
              {t('app.cancel')}
            </Button>
            <Button tone="danger" onClick={() => void remove()}>
              {t('domains.remove')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button icon={Search} onClick={() => onSearchIn(domainId)}>
            {t('domains.searchIn')}
          </Button>
          <Button icon={Pencil} onClick={() => setDoing('editing')}>
            {t('domains.edit')}
          </Button>
          {others.length > 0 && (
            <Menu trigger={<Button icon={Merge}>{t('domains.merge')}</Button>}>
              {others.map((other) => (
                <MenuItem key={other.domainId} onSelect={() => void merge(other)}>
                  <bdi>{other.name}</bdi>
                </MenuItem>
              ))}
            </Menu>
          )}
          <Button icon={Trash2} onClick={() => setDoing('removing')}>
            {t('domains.remove')}
          </Button>
        </div>
      )}
    </>
  )
}

interface DocumentsProps {
  readonly documents: readonly DomainDocument[]
  onOpen(sourceId: string): void
}

function Documents({ documents, onOpen }: DocumentsProps) {
  return (
    <ul className="mt-0.5">
      {documents.map(({ sourceId, name, title }) => (
        <li key={sourceId}>
          <button
            type="button"
            onClick={() => onOpen(sourceId)}
            className="-mx-1.5 w-full rounded-md px-1.5 py-0.5 text-left text-sm hover:bg-sunk"
          >
            <bdi className="text-accent">{title ?? name}</bdi>
            {title !== null && title !== name && <bdi className="ml-2 text-xs text-faint">{name}</bdi>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** All of them, once wanted, a page more at a time. */
function AllDocuments({ domain, onOpen }: { domain: DomainView; onOpen(sourceId: string): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [shown, setShown] = useState(0)
  const { domainId, documents: total } = domain
  const found = useCall(shown === 0 ? null : `${domainId} ${total} ${shown}`, () => readDocuments(domainId, shown))
  if (shown === 0) {
    return (
      <Button tone="quiet" className="-ml-3" onClick={() => setShown(pageSize)}>
        {t('domains.showAll', { total: format.number(total) })}
      </Button>
    )
  }
  if (found.status === 'failed') return <Failure error={found.error} />
  return (
    <>
      <h3 className="section-title mt-2.5">{t('domains.allDocuments')}</h3>
      <Documents documents={found.value ?? []} onOpen={onOpen} />
      {total > shown && found.status === 'ready' && (
        <Button tone="quiet" className="-ml-3" onClick={() => setShown(shown + pageSize)}>
          {t('domains.more')}
        </Button>
      )}
    </>
  )
}

/** The first of a domain's documents, at most 500 in one answer. */
async function readDocuments(domainId: string, count: number): Promise<DomainDocument[]> {
  const all: DomainDocument[] = []
  while (all.length < count) {
    const { documents } = await quarry.domainsDocuments({
      domainId,
      offset: all.length,
      limit: Math.min(500, count - all.length),
    })
    all.push(...documents)
    if (documents.length === 0) break
  }
  return all
}
