import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type createTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { z } from 'zod'
import { QuarryError } from '../../../contract/errors'
import type { RecognitionLanguage } from '../../../contract/library/recognition'

/** Corners of a box in pixels from the picture's top left. */
const corners = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })
const word = z.object({ bbox: corners, text: z.string(), confidence: z.number() })
const line = z.object({
  bbox: corners,
  baseline: corners,
  rowAttributes: z.object({ rowHeight: z.number() }),
  words: z.array(word),
})
const recognisedPage = z.object({
  blocks: z.array(z.object({ paragraphs: z.array(z.object({ lines: z.array(line) })) })),
})

export type RecognisedWord = z.infer<typeof word>
/** A line that was recognised: its words from the left, each with how sure it is (0 to 100). */
export type RecognisedLine = z.infer<typeof line>

export interface Recogniser {
  /**
   * The lines of a picture (PGM, PNG, JPEG … as a file) in reading order, block by block. `exif`: the orientation that
   * a camera noted, by which it is turned upright first. Throws `read.corrupt` for what is no picture.
   */
  recognise(picture: Uint8Array, exif?: number): RecognisedLine[]
  close(): void
}

const modelNames: Readonly<Record<RecognitionLanguage, string>> = { en: 'eng', 'zh-CN': 'chi_sim' }
const lstmOnly = 1
const automaticLayout = 3

/**
 * Loads the engine with the models of these languages from their packages; nothing is downloaded.
 * @param onProgress called some times while a page is recognised, which may take seconds
 */
export async function openRecogniser(
  languages: readonly RecognitionLanguage[],
  onProgress: () => void,
): Promise<Recogniser> {
  const require = createRequire(import.meta.url)
  const create = require('tesseract.js-core/tesseract-core-simd-lstm.js') as typeof createTesseract
  const engine = await create({
    TesseractProgress: onProgress,
    // Remarks on the picture and on parameters of older models; errors come as results.
    print: () => undefined,
    printErr: () => undefined,
  })
  const names = languages.map((language) => modelNames[language])
  for (const name of names) {
    const packed = require.resolve(`@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`)
    engine.FS.writeFile(`${name}.traineddata`, gunzipSync(readFileSync(packed)))
  }
  const api = new engine.TessBaseAPI()
  if (api.Init(null, names.join('+'), lstmOnly) !== 0) {
    throw new QuarryError('internal', `The models for recognising text could not be loaded: ${names.join(', ')}.`)
  }
  api.SetPageSegMode(automaticLayout)
  return {
    recognise(picture, exif = 1) {
      engine.FS.writeFile('/input', picture)
      try {
        if (api.SetImageFile(exif, 0) !== 0 || api.Recognize(null) !== 0) {
          throw new QuarryError('read.corrupt', 'It is damaged or incomplete: not a readable picture.')
        }
        const page = recognisedPage.parse(JSON.parse(api.GetJSONText(0)))
        return page.blocks.flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
      } finally {
        api.Clear()
        engine.FS.unlink('/input')
      }
    },
    close: () => api.End(),
  }
}
