import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { quarry } from '../../bridge'

/** So many opened documents are kept: going back and forth between citations then costs nothing. */
const keptDocuments = 3

/** Pixels of an image that is drawn: a sheet of A0 at 200 dpi has 60 million. Larger ones are left out. */
const maxImagePixels = 100_000_000

const opened = new Map<string, Promise<PDFDocumentLoadingTask>>()

async function load(sourceId: string): Promise<PDFDocumentLoadingTask> {
  const [pdfjs, bytes] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    quarry.libraryBytes({ sourceId }),
  ])
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
  const at = (folder: string): string => new URL(`pdfjs/${folder}/`, document.baseURI).href
  return pdfjs.getDocument({
    // pdf.js takes the buffer over; a copy leaves what the bridge gave alone.
    data: bytes.slice(),
    cMapUrl: at('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: at('standard_fonts'),
    wasmUrl: at('wasm'),
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
  })
}

/** Opens a PDF source for drawing. Its scripts are never run, and nothing in it is followed. */
export async function openPdf(sourceId: string): Promise<PDFDocumentProxy> {
  let task = opened.get(sourceId)
  if (task) opened.delete(sourceId)
  else task = load(sourceId)
  opened.set(sourceId, task)
  task.catch(() => opened.delete(sourceId))
  for (const [oldest, old] of opened) {
    if (opened.size <= keptDocuments) break
    opened.delete(oldest)
    void old.then((done) => done.destroy())
  }
  return (await task).promise
}

/** Ends a document with the worker that parses it, whatever that is at. */
export function closePdf(sourceId: string): void {
  const task = opened.get(sourceId)
  opened.delete(sourceId)
  void task?.then((done) => done.destroy())
}
