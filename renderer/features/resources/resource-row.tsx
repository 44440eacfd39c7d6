import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { ResourceSummary } from '../../../contract/resources/resource'
import { ResourceGlyph } from '../../ui/glyphs'
import { useResourceName } from '../../ui/resource-name'
import { useSpeech } from '../../ui/use-speech'
import { KindIcon } from './kind-icon'
import { useResourceWords } from './resource-words'

interface ResourceRowProps {
  resource: ResourceSummary
  selected: boolean
  tabbable: boolean
  onFocus(): void
  onOpen(): void
}

/** One resource: kind, name, what is in it, how it is, and how it has been used. */
export function ResourceRow({ resource, selected, tabbable, onFocus, onOpen }: ResourceRowProps) {
  const { t } = useTranslation()
  const words = useResourceWords()
  const speech = useSpeech()
  const name = useResourceName()(resource)
  const status = t(`resources.status.${resource.status}`)
  const kind = t(`resources.kind.${resource.type}`)
  const why = resource.error && resource.status !== 'missing' ? speech.errorPhrase(resource.error) : null
  return (
    <button
      type="button"
      data-testid="resource"
      data-type={resource.type}
      data-status={resource.status}
      aria-current={selected || undefined}
      aria-label={[t('resources.row', { name, kind, status }), words.facts(resource), words.uses(resource), why]
        .filter(Boolean)
        .join('. ')}
      tabIndex={tabbable ? 0 : -1}
      onFocus={onFocus}
      onClick={onOpen}
      className={clsx(
        'grid size-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2.5 text-left focus-visible:outline-offset-[-2px]',
        '@min-[640px]:grid-cols-[20px_minmax(0,1fr)_132px_188px]',
        selected ? 'bg-accent-bg' : 'hover:bg-sunk',
        resource.status === 'disabled' && !selected ? 'text-dim' : '',
      )}
    >
      <KindIcon type={resource.type} size={16} />
      <span className="min-w-0">
        <bdi className={clsx('block truncate font-medium', resource.status === 'disabled' && 'text-dim')}>{name}</bdi>
        <span className="block truncate text-xs text-faint tabular-nums">
          {resource.parentId !== null && `${t('resources.part')} · `}
          {kind} · {words.facts(resource)}
        </span>
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-xs">
        <ResourceGlyph state={resource.status} />
        <span className={clsx('truncate', resource.status === 'unavailable' ? 'text-error' : 'text-dim')}>
          {status}
        </span>
      </span>
      <span className="hidden truncate text-right text-xs text-faint tabular-nums @min-[640px]:block">
        {words.uses(resource)}
      </span>
    </button>
  )
}
