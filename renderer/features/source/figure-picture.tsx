import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageArea, SourceFigure } from '../../../contract/library/source'
import { CallError } from '../../bridge'
import { Loading } from '../../ui/states'
import { type DrawnFigure, drawFigure } from './draw-figure'
import { openPdf } from './pdf-document'
import { useFailureText } from './use-failure-text'

/** A page that takes longer is not waited for. */
const longestDrawingMs = 30_000
/** CSS pixels that a page is drawn wide for it. */
const pageWidth = 560

type Drawing =
  | { readonly state: 'drawing' }
  | { readonly state: 'drawn'; readonly figure: DrawnFigure }
  | { readonly state: 'absent' }
  | { readonly state: 'failed'; readonly why: string }

interface FigurePictureProps {
  sourceId: string
  figure: SourceFigure
  /** Tells where on its page it was found. */
  onFound(area: PageArea): void
}

/** A figure of a PDF as its page shows it. */
export function FigurePicture({ sourceId, figure, onFound }: FigurePictureProps) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const [drawing, setDrawing] = useState<Drawing>({ state: 'drawing' })
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    const ending = new AbortController()
    const late = setTimeout(() => ending.abort(tooLong()), longestDrawingMs)
    let current = true
    const draw = async (): Promise<void> => {
      const document = await openPdf(sourceId)
      const drawn = await drawFigure(document, figure.areas, pageWidth, ending.signal)
      if (!current) return
      setDrawing(drawn === null ? { state: 'absent' } : { state: 'drawn', figure: drawn })
      if (drawn !== null) found.current(drawn.area)
    }
    draw()
      .catch(
        (error: unknown) =>
          current &&
          setDrawing({ state: 'failed', why: failureText(ending.signal.aborted ? ending.signal.reason : error) }),
      )
      .finally(() => clearTimeout(late))
    return () => {
      current = false
      clearTimeout(late)
      ending.abort()
    }
  }, [sourceId, figure, failureText])
  return (
    <div className="overflow-hidden rounded-md border border-line bg-bg">
      {drawing.state === 'drawing' ? (
        <Loading />
      ) : drawing.state === 'drawn' ? (
        <Picture figure={drawing.figure} caption={figure.caption} />
      ) : (
        <p className="px-3 py-2 text-xs text-dim">
          {drawing.state === 'absent' ? t('source.figureUnshown.absent') : drawing.why}
        </p>
      )}
    </div>
  )
}

function Picture({ figure: { picture }, caption }: { figure: DrawnFigure; caption: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (target === null) return
    target.width = picture.width
    target.height = picture.height
    target.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={caption}
      className="block max-h-[20vh] w-full bg-[#fff] object-scale-down"
    />
  )
}

const tooLong = (): CallError => new CallError({ code: 'read.timeout', message: 'The figure is not drawn.' })
