import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageArea, PageBoxes, SourceView } from '../../../contract/library/source'
import { CallError, quarry, useCall } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { boxOnPage } from './box-on-page'
import { LitBoxes } from './lit-boxes'
import { closePdf, openPdf } from './pdf-document'
import { useFailureText } from './use-failure-text'
import { useScrollToLit } from './use-scroll-to-lit'
import { ZoomButtons } from './zoom-buttons'

/** A page that takes longer is shown as text: maps of a hundred thousand lines need some seconds. */
const longestDrawingMs = 30_000
/** Pixels of a drawn page: one of A4 in a wide pane has 30 million at the highest zoom. */
const maxPagePixels = 100_000_000

/** A figure is brought to the top of the pane: its caption stands below it. */
const belowTop = 0.03

interface PdfPageProps {
  source: SourceView
  page: number
  range: { start: number; end: number } | null
  /** What is brought into view; null: what is lit. */
  area: PageArea | null
  citedText: string | null
  onFailed(): void
}

/** One page of a PDF, drawn by pdf.js, with the cited passage lit. */
export function PdfPage({ source, page, range, area, citedText, onFailed }: PdfPageProps) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const format = useFormat()
  const { tell } = useNotices()
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const [shown, setShown] = useState(page)
  const [zoom, setZoom] = useState(1)
  const failed = useRef(onFailed)
  failed.current = onFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area is turned to, though its page was left
  useEffect(() => setShown(page), [page, area])
  useEffect(() => {
    let current = true
    openPdf(source.id).then(
      (opened) => current && setDocument(opened),
      (error: unknown) => {
        if (!current) return
        tell(failureText(error))
        failed.current()
      },
    )
    return () => {
      current = false
    }
  }, [source.id, tell, failureText])
  const boxes = useCall(
    range ? `${source.id}:${range.start}:${range.end}` : null,
    () => quarry.libraryPageBoxes({ sourceId: source.id, start: range?.start ?? 0, end: range?.end ?? 0 }),
    false,
  )
  if (!document) return <Loading />
  const pages = document.numPages
  const here = (boxes.value ?? []).filter((entry) => entry.page === shown)
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-testid="pdf-view">
      <div className="flex items-center justify-center gap-2 pb-1.5 text-xs text-dim tabular-nums">
        <IconButton
          size="small"
          icon={ChevronLeft}
          label={t('source.previousPage')}
          disabled={shown <= 1}
          onClick={() => setShown(shown - 1)}
        />
        {t('source.pageOf', { page: format.number(shown), pages: format.number(pages) })}
        <IconButton
          size="small"
          icon={ChevronRight}
          label={t('source.nextPage')}
          disabled={shown >= pages}
          onClick={() => setShown(shown + 1)}
        />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      <DrawnPage
        document={document}
        page={Math.min(shown, pages)}
        zoom={zoom}
        sourceId={source.id}
        name={source.name}
        boxes={here}
        area={area?.page === shown ? area : null}
        citedText={citedText}
        onFailed={onFailed}
      />
    </div>
  )
}

interface DrawnPageProps {
  document: PDFDocumentProxy
  page: number
  /** 1 fits the pane's width. */
  zoom: number
  sourceId: string
  name: string
  boxes: readonly PageBoxes[]
  area: PageArea | null
  citedText: string | null
  onFailed(): void
}

function DrawnPage({ document, page, zoom, sourceId, name, boxes, area, citedText, onFailed }: DrawnPageProps) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const format = useFormat()
  const { tell } = useNotices()
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  const [drawn, setDrawn] = useState<{ page: number; zoom: number; rotation: number } | null>(null)
  const failed = useRef(onFailed)
  failed.current = onFailed

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const target = canvas.current
    if (!target || width < 50) return
    let cancel: (() => void) | null = null
    let current = true
    const draw = async (): Promise<void> => {
      const proxy = await document.getPage(page)
      if (!current) return
      const unscaled = proxy.getViewport({ scale: 1 })
      const viewport = proxy.getViewport({ scale: ((width * zoom) / unscaled.width) * window.devicePixelRatio })
      if (viewport.width * viewport.height > maxPagePixels) throw shownAsText('read.tooLarge')
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      const task = proxy.render({ canvas: target, viewport })
      cancel = () => task.cancel()
      await task.promise
      if (current) setDrawn({ page, zoom, rotation: proxy.rotate })
    }
    const fail = (error: unknown): void => {
      if (!current) return
      current = false
      clearTimeout(late)
      tell(failureText(error))
      failed.current()
    }
    const late = setTimeout(() => {
      fail(shownAsText('read.timeout'))
      closePdf(sourceId)
    }, longestDrawingMs)
    draw().then(() => clearTimeout(late), fail)
    return () => {
      current = false
      clearTimeout(late)
      cancel?.()
    }
  }, [document, page, width, zoom, sourceId, tell, failureText])

  const lit = boxes.flatMap((entry) => entry.boxes.map((box) => boxOnPage(box, entry, drawn?.rotation ?? 0)))
  const ready = drawn?.page === page && drawn.zoom === zoom
  const inView = area === null ? lit[0] : boxOnPage(area, area, drawn?.rotation ?? 0)
  useScrollToLit(scroller, canvas, ready ? inView : undefined, zoom, area === null ? undefined : belowTop)

  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by key
      tabIndex={0}
      aria-label={t('source.pageImage', { page: format.number(page), name })}
      data-testid="pdf-page"
      data-drawn={ready || undefined}
      className="mx-3 mb-3 min-h-0 flex-1 overflow-auto rounded-md border border-line bg-bg"
    >
      <div className="relative" style={{ width: `${zoom * 100}%` }}>
        <canvas ref={canvas} className="block w-full" aria-hidden />
        {ready && <LitBoxes boxes={lit} />}
      </div>
      {citedText !== null && <p className="sr-only">{t('source.highlighted', { text: citedText })}</p>}
    </section>
  )
}

const shownAsText = (code: 'read.timeout' | 'read.tooLarge'): CallError =>
  new CallError({ code, message: 'The page is not drawn.', remedy: { kind: 'textShownInstead', values: {} } })
