import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import type { PageArea } from '../../../contract/library/source'
import { boxOnPage } from './box-on-page'
import { inkOf } from './ink'

/** A figure, cut out of its page, in device pixels. */
export interface DrawnFigure {
  readonly area: PageArea
  readonly picture: ImageBitmap
}

/** Pixels of a part of a page that is looked at. */
const maxPixels = 4_000_000
/** Points: smaller is a rule or a page number. */
const leastSize = 20
/** CSS pixels of paper that are left around it. */
const border = 8

/**
 * Draws the first of the areas that holds more than paper, `width` CSS pixels wide, and cuts its empty margins off;
 * null where none does. Rejects where a page cannot be drawn, and once `signal` ends it.
 */
export async function drawFigure(
  document: PDFDocumentProxy,
  areas: readonly PageArea[],
  width: number,
  signal: AbortSignal,
): Promise<DrawnFigure | null> {
  for (const area of areas) {
    const page = await document.getPage(area.page)
    signal.throwIfAborted()
    const unscaled = page.getViewport({ scale: 1 })
    const share = boxOnPage(area, area, page.rotate)
    const points = { width: share.width * unscaled.width, height: share.height * unscaled.height }
    const scale = Math.min(
      (width * window.devicePixelRatio) / points.width,
      Math.sqrt(maxPixels / (points.width * points.height)),
    )
    const viewport = page.getViewport({
      scale,
      offsetX: -share.left * unscaled.width * scale,
      offsetY: -share.top * unscaled.height * scale,
    })
    const canvas = window.document.createElement('canvas')
    canvas.width = Math.ceil(points.width * scale)
    canvas.height = Math.ceil(points.height * scale)
    await rendered(page.render({ canvas, viewport }), signal)
    const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
    const ink = inkOf(pixels, canvas.width, canvas.height)
    if (ink === null || Math.min(ink.right - ink.left, ink.bottom - ink.top) < leastSize * scale) continue
    const edge = border * window.devicePixelRatio
    const left = Math.max(0, ink.left - edge)
    const top = Math.max(0, ink.top - edge)
    const right = Math.min(canvas.width, ink.right + edge)
    const bottom = Math.min(canvas.height, ink.bottom + edge)
    return { area, picture: await createImageBitmap(canvas, left, top, right - left, bottom - top) }
  }
  return null
}

async function rendered(task: RenderTask, signal: AbortSignal): Promise<void> {
  const cancel = (): void => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
