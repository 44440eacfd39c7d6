import { Folder } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SourceText, showsFigures } from '../../../contract/library/source'
import { nameOfPlace } from '../../../contract/report/place'
import type { CitationView } from '../../../contract/report/report'
import { CallError, quarry, useCall, useTopicValue } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Segments } from '../../ui/segments'
import { Empty, Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useShownReport } from '../../window/shown-report'
import { useFormat } from '../../window/use-format'
import { type OpenPlace, type OpenSource, useWindowState } from '../../window/window-state'
import { OfferRecognition } from '../settings/recognition'
import { AnswerPane } from './answer-pane'
import { Figures, useFigureOnPage } from './figures'
import { ImagePage } from './image-page'
import { useOwnNotes } from './own-notes'
import { PdfPage } from './pdf-page'
import { PlaceFoot } from './place-foot'
import { StepThroughCitations } from './step-through-citations'
import { TextWindow } from './text-window'
import { usePlaceText } from './use-place-text'
import { useWork, WorkButton, WorkLine } from './work-details'

/** Characters asked for around a place at first; more comes as one reads on. */
const firstLength = 40_000

/** The citation that led here, with what the report kept, if one did. */
function useCitation(place: OpenPlace): { citation: CitationView | null; all: readonly CitationView[] } {
  const session = useTopicValue('session', place.citation?.sessionId ?? null)
  const shown = useShownReport(session, place.citation?.version ?? null)
  const all = shown?.report.citations ?? []
  return { citation: all.find((citation) => citation.n === place.citation?.n) ?? null, all }
}

/** The open source at its place; without one, what to do to see one. */
export function SourcePane() {
  const { t } = useTranslation()
  const { place } = useWindowState()
  if (!place) return <Empty title={t('source.empty')} help={t('source.emptyHelp')} />
  return place.citation ? <CitedPlace place={place} /> : <Opened place={place} citation={null} citations={[]} />
}

function CitedPlace({ place }: { place: OpenPlace }) {
  const { citation, all } = useCitation(place)
  return <Opened place={place} citation={citation} citations={all} />
}

interface OpenedProps {
  place: OpenPlace
  citation: CitationView | null
  citations: readonly CitationView[]
}

function Opened({ place, ...cited }: OpenedProps) {
  return place.kind === 'answer' ? <AnswerPane open={place} {...cited} /> : <OpenedSource place={place} {...cited} />
}

interface OpenedSourceProps extends OpenedProps {
  place: OpenSource
}

function OpenedSource({ place, citation, citations }: OpenedSourceProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const isElsewhere = citation?.state === 'deleted' || citation?.state === 'moved'
  // A source that was read anew has another text at the same place.
  const key = `${place.sourceId}:${place.range?.start ?? 0}:${citation?.state ?? ''}`
  const text = useCall(isElsewhere ? null : key, async () => {
    try {
      return await quarry.libraryText({
        sourceId: place.sourceId,
        around: place.range?.start ?? 0,
        length: firstLength,
      })
    } catch (error) {
      // Gone between the report and this click: the citation still has its text.
      if (citation && error instanceof CallError && error.code === 'source.notFound') return null
      throw error
    }
  })
  if (isElsewhere || (text.status === 'ready' && text.value === null)) return <KeptText citation={citation} />
  if (text.status === 'failed') {
    return (
      <div className="h-full overflow-auto">
        <Failure error={text.error} />
        {citation && <KeptText citation={citation} />}
      </div>
    )
  }
  const shown = text.value
  if (!shown || shown.source.id !== place.sourceId) return <Loading />
  if (shown.totalLength === 0 && shown.source.error) {
    const retry = (): void => void attempt(() => quarry.libraryRetry({ sourceIds: [shown.source.id] }))
    return (
      <>
        <p className="px-5 pt-4 font-semibold">{shown.source.name}</p>
        <Failure error={shown.source.error} onRetry={retry} />
        <OfferRecognition error={shown.source.error} className="px-5" />
      </>
    )
  }
  if (shown.totalLength === 0 && shown.source.state !== 'indexed') {
    return (
      <Empty title={shown.source.name} help={t('source.notReady', { state: t(`sourceState.${shown.source.state}`) })} />
    )
  }
  return <ShownSource place={place} text={shown} citation={citation} citations={citations} />
}

/** What the report kept of a source that is no longer there. */
function KeptText({ citation }: { citation: CitationView | null }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  if (!citation) return <Empty title={speech.error({ code: 'source.notFound', message: '' })} />
  return (
    <div className="px-5 py-4" data-testid="kept-text">
      <p className="font-semibold">{nameOfPlace(citation.place)}</p>
      <p className="mt-1 text-sm text-blocked">{t(citation.state === 'moved' ? 'source.moved' : 'source.deleted')}</p>
      <blockquote className="mt-3 rounded-md border border-line bg-bg px-4 py-3 font-serif leading-relaxed">
        <mark className="bg-mark text-ink">{citation.citedText}</mark>
      </blockquote>
    </div>
  )
}

interface ShownSourceProps extends OpenedSourceProps {
  text: SourceText
}

function ShownSource({ place, text, citation, citations }: ShownSourceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const placeText = usePlaceText()
  const { attempt } = useNotices()
  const { source, fileState } = text
  const work = useWork(source.id)
  const own = useOwnNotes(source.id)
  const drawable = (source.mediaType === 'pdf' || source.mediaType === 'image') && fileState === 'same'
  const [asText, setAsText] = useState(false)
  const asPage = drawable && !asText
  // Of a source read anew the old offsets may mean other words: those are not to light up as what was cited.
  const isStillThere =
    citation?.state !== 'changed' ||
    place.range === null ||
    text.text.slice(place.range.start - text.offset, place.range.end - text.offset) === citation.citedText
  const figure = useFigureOnPage(place)
  const caption = figure.shown?.figure ?? null
  const at = place.range === null ? null : { ...place, ...place.range }
  const where = at === null ? '' : placeText.text(at)
  return (
    <div className="flex h-full flex-col" data-testid="source-view">
      <div className="shrink-0 px-5 pt-3 pb-2">
        <div className="flex items-start gap-1">
          <h2 className="line-clamp-3 min-w-0 flex-1 font-semibold">{source.title ?? source.name}</h2>
          <StepThroughCitations open={place} citations={citations} />
          <WorkButton sourceId={source.id} {...work} />
          {source.path !== null && (
            <IconButton
              size="small"
              icon={Folder}
              label={t('source.showInFolder')}
              onClick={() => void attempt(() => quarry.desktopShowInFolder({ sourceId: source.id }))}
            />
          )}
        </div>
        <p className="flex gap-3 text-xs text-faint tabular-nums">
          {(source.title || source.path) && (
            // Of a path the end is what tells files apart.
            <bdi dir="rtl" title={source.path ?? source.name} className="min-w-0 truncate text-left">
              <bdi dir="ltr">{source.path ?? source.name}</bdi>
            </bdi>
          )}
          {at !== null && where !== '' && (
            <bdi title={placeText.characters(at)} className="min-w-0 shrink truncate">
              {where}
            </bdi>
          )}
        </p>
        {source.recognition !== undefined && (
          <p className="mt-0.5 text-xs text-dim" data-testid="recognised">
            {t('library.recognised', { share: format.percent(source.recognition.confidence / 100) })}
          </p>
        )}
        {work.asked.value !== null && <WorkLine work={work.asked.value.work} />}
        {(fileState === 'changed' || fileState === 'missing') && (
          <p role="status" className="mt-1 text-xs text-blocked">
            {fileState === 'changed' ? t('source.fileChanged') : t('source.fileMissing')}
          </p>
        )}
        {citation && citation.state === 'changed' && (
          <details open={!isStillThere} className="mt-1 text-xs text-dim">
            <summary>{t('source.keptText')}</summary>
            <blockquote className="mt-1 border-l-2 border-edge pl-2 font-serif text-[14px]">
              {citation.citedText}
            </blockquote>
          </details>
        )}
        {drawable && (
          <div className="mt-1.5">
            <Segments
              size="small"
              aria-label={t('source.viewAs')}
              value={asText ? 'text' : 'page'}
              choices={[
                { value: 'page', label: t('source.showPage') },
                { value: 'text', label: t('source.showText') },
              ]}
              onChange={(view) => setAsText(view === 'text')}
            />
          </div>
        )}
      </div>
      {asPage && source.mediaType === 'image' ? (
        <ImagePage
          key={source.id}
          source={source}
          range={isStillThere ? place.range : null}
          citedText={citation?.citedText ?? null}
          onFailed={() => setAsText(true)}
        />
      ) : asPage ? (
        <PdfPage
          key={source.id}
          source={source}
          page={
            figure.shown?.area?.page ?? caption?.page ?? place.page ?? pageAt(text.pageStarts, place.range?.start ?? 0)
          }
          range={caption ?? place.range}
          area={figure.shown?.area ?? null}
          citedText={caption?.caption ?? citation?.citedText ?? null}
          onFailed={() => setAsText(true)}
        />
      ) : (
        <TextWindow
          key={`${source.id}:${place.range?.start ?? 0}`}
          first={text}
          range={isStillThere ? place.range : null}
          own={own.annotations.flatMap(({ range }) => range ?? [])}
        />
      )}
      <PlaceFoot place={place} citation={citation} own={own}>
        {fileState === 'same' && source.mediaType && showsFigures(source.mediaType) && isStillThere && place.range && (
          <Figures
            sourceId={source.id}
            range={place.range}
            shown={asText ? null : figure.shown}
            onShow={(shown) => {
              figure.show(shown)
              setAsText(false)
            }}
          />
        )}
      </PlaceFoot>
    </div>
  )
}

/** The page that a character is on, counted from 1. */
const pageAt = (pageStarts: readonly number[], at: number): number =>
  Math.max(1, pageStarts.findLastIndex((start) => start <= at) + 1)
