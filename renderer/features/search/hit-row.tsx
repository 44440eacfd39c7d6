import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locator, MediaType, SourceVersions } from '../../../contract/library/source'
import type { FoundHit } from '../../../contract/recall/search'
import { Chip } from '../../ui/chip'
import { useFormat } from '../../window/use-format'
import { startOf, useWindowDispatch } from '../../window/window-state'
import { MediaIcon } from '../library/media-icon'
import { usePlaceText } from '../source/use-place-text'
import { Why } from '../source/why'
import { snippetOf } from './snippet'

interface HitRowProps {
  hit: FoundHit
  marked: RegExp | null
  /** Versions of its document, the newest first; none where there is but one. */
  versions: SourceVersions['versions']
  /** Its passage is open beside the list. */
  open: boolean
  onFocus(): void
  /** Opens the hit, or another place of it. */
  onOpen(at: Locator & { headingPath: readonly string[] }): void
}

const linkClass =
  'mr-2 max-w-60 truncate align-bottom text-dim underline decoration-line underline-offset-2 hover:text-ink'

const mediaTypeOf = (type: FoundHit['sourceType']): MediaType | null => (type === 'note' ? null : type)

/** One hit: where it stands, its words with those searched for marked, its other places, and why it was found. */
export function HitRow({ hit, marked, versions, open, onFocus, onOpen }: HitRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const placeText = usePlaceText()
  const [explained, setExplained] = useState(false)
  const whyId = useId()
  const at = { ...hit.locator, headingPath: hit.headingPath }
  const isInHeading = hit.symbol !== null && hit.headingPath.includes(hit.symbol)
  const where = [isInHeading ? null : hit.symbol, placeText.text(at)].filter(Boolean)
  return (
    <li
      data-testid="hit"
      className={clsx('border-t border-line first:border-t-0', open && 'bg-accent-bg')}
      onFocus={onFocus}
    >
      <button
        type="button"
        data-hit
        aria-current={open || undefined}
        onClick={() => onOpen(at)}
        className="block w-full rounded-md px-2 pt-2 pb-1 text-left hover:bg-sunk"
      >
        <span className="flex items-center gap-1.5 text-xs text-dim">
          <MediaIcon mediaType={mediaTypeOf(hit.sourceType)} kind={hit.sourceType === 'note' ? 'note' : 'file'} />
          <bdi className="min-w-0 truncate font-medium text-ink">{hit.title ?? hit.sourceName}</bdi>
          {hit.sourceType === 'note' && <Chip>{t('search.note')}</Chip>}
          {hit.kind === 'code' && <Chip>{t('search.code')}</Chip>}
          <span className="ml-auto shrink-0 pl-2 text-faint tabular-nums">{format.when(hit.changedAt)}</span>
        </span>
        <bdi className="block truncate text-xs text-faint">{where.join(t('app.listed'))}</bdi>
        <span
          className={clsx(
            'mt-0.5 line-clamp-3 break-words text-dim',
            hit.kind === 'code' ? 'font-mono text-xs leading-relaxed' : 'font-serif text-[14.5px] leading-normal',
          )}
        >
          {snippetOf(hit.text, marked).map(({ text, marked: isMarked, at: start }) =>
            isMarked ? (
              <mark key={start} className="bg-mark text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      </button>
      <div className="flex flex-wrap items-baseline gap-x-3 px-2 pb-1.5 text-xs text-faint">
        {hit.alike.length > 0 && (
          <span className="min-w-0">
            {t('search.alsoIn', { count: hit.alike.length })}{' '}
            {hit.alike.map(({ sourceId, sourceName, title, locator }) => (
              <button
                key={sourceId}
                type="button"
                onClick={() => onOpen({ ...locator, headingPath: [] })}
                className={linkClass}
              >
                {title ?? sourceName}
              </button>
            ))}
          </span>
        )}
        <Versions sourceId={hit.sourceId} versions={versions} />
        <button
          type="button"
          aria-expanded={explained}
          aria-controls={whyId}
          onClick={() => setExplained(!explained)}
          className="ml-auto hover:text-ink hover:underline"
        >
          {t('search.why')}
        </button>
      </div>
      <div id={whyId} hidden={!explained} className="px-2 pb-2">
        {explained && <Explained hit={hit} />}
      </div>
    </li>
  )
}

/** Whether a hit's document has a newer version in the library, or which others it has. */
function Versions({ sourceId, versions }: Pick<HitRowProps, 'versions'> & { sourceId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const [newest] = versions
  if (newest === undefined) return null
  const isNewest = newest.sourceId === sourceId
  const shown = isNewest ? versions.slice(1) : [newest]
  return (
    <span className={clsx('min-w-0', !isNewest && 'text-blocked')} data-testid="versions">
      {isNewest ? t('search.newest', { number: format.number(versions.length) }) : t('search.newer')}{' '}
      {shown.map(({ sourceId: other, name }) => (
        <button
          key={other}
          type="button"
          onClick={() => dispatch({ type: 'openPlace', place: startOf(other) })}
          className={linkClass}
        >
          {name}
        </button>
      ))}
    </span>
  )
}

/** What each path said of a hit, with its own score and rank. */
function Explained({ hit }: { hit: FoundHit }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="max-w-110 rounded-md border border-line bg-panel px-3 py-2" data-testid="explained">
      <Why reason={hit.reason} />
      {hit.findings !== undefined && hit.findings.length > 0 && (
        <table className="mt-1.5 w-full border-t border-line text-xs text-dim tabular-nums">
          <thead className="text-left text-faint">
            <tr>
              <th className="pt-1 font-normal">{t('search.path')}</th>
              <th className="pt-1 text-right font-normal">{t('search.rank')}</th>
              <th className="pt-1 text-right font-normal">{t('search.rawScore')}</th>
              <th className="pt-1 text-right font-normal">{t('search.share')}</th>
            </tr>
          </thead>
          <tbody>
            {hit.findings.map(({ path, rank, raw, score }) => (
              <tr key={path}>
                <td>{t(`search.paths.${path}`)}</td>
                <td className="text-right">{format.number(rank)}</td>
                <td className="text-right">{format.score(raw)}</td>
                <td className="text-right">{format.score(score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-1.5 border-t border-line pt-1 text-xs text-dim tabular-nums">
        {t('search.mixed', { rank: format.number(hit.reason.rankAfter), score: format.score(hit.reason.score) })}
      </p>
    </div>
  )
}
