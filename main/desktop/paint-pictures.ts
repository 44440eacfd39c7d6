import type { ChartPicture } from '../../contract/report/chart'
import { withHiddenPage } from './hidden-page'

const html =
  '<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; base-uri \'none\'"></head><body></body></html>'

/** Dots of the image for each unit of the picture: as wide as a page's text, that is a printer's 300 per inch. */
const scale = 3

/** The window's fonts, which know Chinese on a system that has none of its own, and the colours of an exported report. */
const look = {
  font: '12px "Inter Variable", "Noto Sans SC Variable", sans-serif',
  quiet: '#6B6861',
  line: '#DEDBD3',
  accent: '#0F766E',
}

/** Runs in the page, where there are fonts: answers data URLs of PNG images. */
const painter = `async (pictures, scale, { font, quiet, line, accent }) => {
  const texts = pictures.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])))
  await document.fonts.load(font, texts.join(' '))
  return pictures.map(({ width, height, marks }) => {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width * scale)
    canvas.height = Math.ceil(height * scale)
    const paint = canvas.getContext('2d')
    paint.scale(scale, scale)
    paint.fillStyle = '#ffffff'
    paint.fillRect(0, 0, width, height)
    paint.font = font
    for (const mark of marks) {
      paint.beginPath()
      paint.fillStyle = mark.kind === 'text' ? quiet : accent
      paint.strokeStyle = mark.kind === 'rule' ? line : accent
      paint.lineWidth = mark.kind === 'line' ? 2 : 1
      if (mark.kind === 'bar') paint.fillRect(mark.x, mark.y, mark.width, mark.height)
      if (mark.kind === 'rule') {
        paint.moveTo(mark.x1, mark.y1)
        paint.lineTo(mark.x2, mark.y2)
        paint.stroke()
      }
      if (mark.kind === 'line') {
        for (const point of mark.points.split(' ')) paint.lineTo(...point.split(',').map(Number))
        paint.stroke()
      }
      if (mark.kind === 'dot') {
        paint.arc(mark.x, mark.y, 3, 0, 2 * Math.PI)
        paint.fill()
      }
      if (mark.kind === 'text') {
        paint.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor
        paint.fillText(mark.text, mark.x, mark.y)
      }
    }
    return canvas.toDataURL('image/png')
  })
}`

/** Pictures of a report as PNG images, for programs that show no vectors. */
export const paintPictures = (pictures: readonly ChartPicture[], rendererDirectory: string): Promise<Uint8Array[]> =>
  withHiddenPage({ html, style: '', rendererDirectory }, async (contents) => {
    // JSON is JavaScript, and no text in it can end it.
    const code = `(${painter})(${JSON.stringify(pictures)}, ${scale}, ${JSON.stringify(look)})`
    const painted: readonly string[] = await contents.executeJavaScriptInIsolatedWorld(1, [{ code }])
    return painted.map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  })
