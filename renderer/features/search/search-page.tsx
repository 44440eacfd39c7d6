import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall, useCurrentProject, useTopicValue } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { Segments } from '../../ui/segments'
import { Empty, Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { areByMeaningAlone, keyOfQuery, type TypedHits, useTypedHits } from '../../window/use-typed-hits'
import { placeOf, useWindowDispatch, useWindowState } from '../../window/window-state'
import { useOtherProjects } from '../projects/use-other-projects'
import { Answers, OwnNotes } from './beside-hits'
import { useFilterNames } from './filter-names'
import { HitRow } from './hit-row'
import { listedHits, ProjectHits } from './project-hits'
import { SearchFilters } from './search-filters'
import { wordsToMark } from './snippet'

/** Hits that the page lists at most. */
const listed = 50
/** One letter says nothing; one Chinese character is a word. */
const isAsked = (typed: string): boolean => typed.length > 1 || /[^\0-\u024f]/.test(typed)

/** Searches the library as one types: hits by words at once, then by meaning as well, narrowed by what is chosen. */
export function SearchPage() {
  const { t } = useTranslation()
  const { search } = useWindowState()
  const dispatch = useWindowDispatch()
  const library = useTopicValue('library')
  const projectId = useCurrentProject()
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // Whenever the page is shown: who comes here is about to type.
  useEffect(() => input.current?.focus(), [])
  const [chosen, setChosen] = useState<number | null>(null)
  const { text, filter, sort } = search
  const asked = text.trimStart()
  const key = isAsked(asked.trim()) ? keyOfQuery({ query: asked, top: listed, filter, explain: true }) : null
  const found = useTypedHits(key, projectId, chosen)
  const others = useOtherProjects().filter(({ id }) => search.projects.includes(id))
  const change = (next: Partial<typeof search>): void => dispatch({ type: 'search', change: next })
  const moveTo = (step: 1 | -1 | 'first') => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const now = step === 'first' ? -1 : rows.findIndex((row) => row.parentElement?.contains(document.activeElement))
    const next = rows[now + (step === 'first' ? 1 : step)]
    if (next !== undefined) next.focus()
    else if (step === -1) input.current?.focus()
  }
  const onListKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    moveTo(event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <div className="flex h-full flex-col px-5 pt-5 sm:px-8" data-testid="search-page">
      <h1 className="font-serif text-[24px] leading-tight font-semibold">{t('search.title')}</h1>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <div className="relative min-w-60 flex-1">
          <Search size={15} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-faint" />
          <input
            ref={input}
            id="search-text"
            type="search"
            value={text}
            maxLength={4000}
            onChange={(event) => {
              setChosen(null)
              change({ text: event.target.value })
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault()
                moveTo('first')
              }
              if (event.key === 'Escape' && text !== '') {
                event.preventDefault()
                change({ text: '' })
              }
            }}
            placeholder={t('search.placeholder')}
            aria-label={t('search.placeholder')}
            className={clsx(inputClass, 'bg-panel pr-9 pl-9 text-[15px] [&::-webkit-search-cancel-button]:hidden')}
          />
          {text !== '' && (
            <IconButton
              size="small"
              icon={X}
              label={t('library.clearSearch')}
              onClick={() => change({ text: '' })}
              className="absolute top-1/2 right-1.5 -translate-y-1/2"
            />
          )}
        </div>
        <Segments
          size="small"
          aria-label={t('search.sort')}
          value={sort}
          choices={(['relevance', 'date'] as const).map((value) => ({ value, label: t(`search.sortBy.${value}`) }))}
          onChange={(next) => change({ sort: next })}
        />
      </div>
      <div className="mt-2">
        <SearchFilters
          filter={filter}
          onFilter={(next) => change({ filter: next })}
          projects={search.projects}
          onProjects={(projects) => change({ projects })}
        />
      </div>
      {key === null ? (
        <Empty
          title={t(library?.summary.total === 0 ? 'library.empty' : 'search.empty')}
          {...(library?.summary.total === 0 ? {} : { help: t('search.emptyHelp') })}
        />
      ) : found === null ? (
        <Loading text={t('palette.searching')} />
      ) : (
        <>
          {found.error !== null && found.key === key ? (
            <Failure error={found.error} />
          ) : (
            <Status found={found} isCurrent={found.key === key} onSearch={(query) => change({ text: query })} />
          )}
          <ul
            ref={list}
            aria-label={t('search.hits')}
            className={clsx('min-h-0 flex-1 overflow-auto pb-4', listedIn(found) + others.length === 0 && 'hidden')}
            onKeyDown={onListKey}
          >
            <OwnNotes found={found} />
            <Answers found={found} />
            <Rows found={found} isCurrent={found.isWhole && found.key === key} query={asked} onChoose={setChosen} />
            {others.map((project) => (
              <ProjectHits key={project.id} project={project} asked={key} />
            ))}
          </ul>
          {listedIn(found) + others.length === 0 && found.isWhole && found.key === key && found.error === null && (
            <NoHits />
          )}
        </>
      )}
    </div>
  )
}

/** Rows that the list has. */
const listedIn = ({ hits, annotations, answers }: TypedHits): number =>
  hits.length + annotations.length + answers.length

/** How many hits there are so far, and what the answer lacks. */
function Status({
  found,
  isCurrent,
  onSearch,
}: {
  found: TypedHits
  isCurrent: boolean
  onSearch(query: string): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const isWhole = found.isWhole && isCurrent
  return (
    <div className="mt-2 mb-1 text-xs text-faint">
      <p role="status">
        {[
          t('search.count', { count: found.hits.length, shown: format.number(found.hits.length) }),
          isWhole ? t('palette.took', { time: format.duration(found.tookMs) }) : t('palette.refining'),
        ].join(' · ')}
      </p>
      {isWhole && areByMeaningAlone(found.hits) && <p className="text-dim">{t('search.noWords')}</p>}
      {isWhole &&
        found.notes.map((note) => (
          <p key={note.kind} className={clsx(note.kind === 'bilingualTerms' && 'text-dim')}>
            {speech.fact(note)}{' '}
            {note.kind === 'bilingualTerms' && (
              <button type="button" className="text-accent hover:underline" onClick={() => onSearch(note.values.query)}>
                {t('search.searchFor', { query: note.values.query })}
              </button>
            )}
          </p>
        ))}
    </div>
  )
}

interface RowsProps {
  found: TypedHits
  /** They are all that there is of the query. */
  isCurrent: boolean
  query: string
  onChoose(passageId: number): void
}

function Rows({ found, isCurrent, query, onChoose }: RowsProps) {
  const { search, place } = useWindowState()
  const dispatch = useWindowDispatch()
  // Asked once the hits stand: nobody waits for it.
  const sourceIds = [...new Set(found.hits.map(({ sourceId }) => sourceId))].toSorted()
  const versions = useCall(isCurrent && sourceIds.length > 0 ? sourceIds.join(' ') : null, () =>
    quarry.libraryVersions({ sourceIds }),
  )
  const versionsOf = new Map(versions.value?.map((one) => [one.sourceId, one.versions]))
  const marked = useMemo(() => wordsToMark(query), [query])
  return listedHits(found.hits, search.sort).map((hit) => (
    <HitRow
      key={hit.passageId}
      hit={hit}
      marked={marked}
      versions={versionsOf.get(hit.sourceId) ?? []}
      open={
        place?.kind === 'source' &&
        place.sourceId === hit.sourceId &&
        place.range?.start === hit.locator.start &&
        place.range.end === hit.locator.end
      }
      onFocus={() => onChoose(hit.passageId)}
      onOpen={(at) => dispatch({ type: 'openPlace', place: placeOf(at) })}
    />
  ))
}

/** Nothing was found: says what was searched, and how to search more. */
function NoHits() {
  const { t } = useTranslation()
  const format = useFormat()
  const { search } = useWindowState()
  const dispatch = useWindowDispatch()
  const { conditionsOf } = useFilterNames()
  const library = useTopicValue('library')
  const conditions = conditionsOf(search.filter)
  const indexed = library?.summary.byState.indexed ?? 0
  return (
    <Empty
      title={t('search.none', { query: search.text.trim() })}
      help={
        conditions.length > 0
          ? t('search.noneWithin', { filters: format.list(conditions.map(({ label }) => label)) })
          : t('search.noneInAll', { count: indexed, sources: format.number(indexed) })
      }
    >
      {conditions.length > 0 && (
        <Button onClick={() => dispatch({ type: 'search', change: { filter: {} } })}>{t('search.searchAll')}</Button>
      )}
    </Empty>
  )
}
