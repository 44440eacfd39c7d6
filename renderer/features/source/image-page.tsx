import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceView } from '../../../contract/library/source'
import { quarry, useCall } from '../../bridge'
import { Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { boxOnPage } from './box-on-page'
import { LitBoxes } from './lit-boxes'
import { useFailureText } from './use-failure-text'
import { useScrollToLit } from './use-scroll-to-lit'
import { ZoomButtons } from './zoom-buttons'

interface ImagePageProps {
  source: SourceView
  range: { start: number; end: number } | null
  citedText: string | null
  onFailed(): void
}

/** An image, with the cited passage lit. */
export function ImagePage({ source, range, citedText, onFailed }: ImagePageProps) {
  const { t } = useTranslation()
  const url = useImageUrl(source.id, onFailed)
  const scroller = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [zoom, setZoom] = useState(1)
  const [drawn, setDrawn] = useState(false)
  const boxes = useCall(
    range ? `${source.id}:${range.start}:${range.end}` : null,
    () => quarry.libraryPageBoxes({ sourceId: source.id, start: range?.start ?? 0, end: range?.end ?? 0 }),
    false,
  )
  const lit = (boxes.value ?? []).flatMap((page) => page.boxes.map((box) => boxOnPage(box, page, 0)))
  useScrollToLit(scroller, image, drawn ? lit[0] : undefined, zoom)
  if (url === null) return <Loading />
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-testid="image-view">
      <div className="flex items-center justify-center gap-2 pb-1.5 text-xs text-dim">
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by key
        tabIndex={0}
        aria-label={source.name}
        className="mx-3 mb-3 min-h-0 flex-1 overflow-auto rounded-md border border-line bg-bg"
      >
        <div className="relative" style={{ width: `${zoom * 100}%` }}>
          <img
            ref={image}
            src={url}
            alt=""
            className="block w-full bg-[#fff]"
            onLoad={() => setDrawn(true)}
            onError={onFailed}
          />
          {drawn && <LitBoxes boxes={lit} />}
        </div>
        {citedText !== null && <p className="sr-only">{t('source.highlighted', { text: citedText })}</p>}
      </section>
    </div>
  )
}

/** The address of the image's bytes, as long as it is shown; null until they are there. */
function useImageUrl(sourceId: string, onFailed: () => void): string | null {
  const failureText = useFailureText()
  const { tell } = useNotices()
  const [url, setUrl] = useState<string | null>(null)
  const failed = useRef(onFailed)
  failed.current = onFailed
  useEffect(() => {
    let current = true
    let made: string | null = null
    quarry.libraryBytes({ sourceId }).then(
      (bytes) => {
        if (!current) return
        // What it is, Chromium sees by its first bytes; no script runs in an image.
        made = URL.createObjectURL(new Blob([bytes.slice()]))
        setUrl(made)
      },
      (error: unknown) => {
        if (!current) return
        tell(failureText(error))
        failed.current()
      },
    )
    return () => {
      current = false
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [sourceId, tell, failureText])
  return url
}
