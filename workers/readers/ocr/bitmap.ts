/** A grey picture, a byte a pixel, rows from the top: 0 is black. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Most pixels of an image that is unpacked: an A4 page at 600 dpi has 35 million. pdf.js leaves larger ones out. */
export const maxImagePixels = 40_000_000

/** Most pixels of a page that is drawn to be recognised: an A4 page at 400 dpi, which takes about 200 MB of the reader's memory. */
export const maxRecognisedPixels = 16_000_000

/** The picture as a file that the engine reads (a binary PGM). */
export function pgmOf({ width, height, pixels }: Bitmap): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  const file = new Uint8Array(header.length + pixels.length)
  file.set(header)
  file.set(pixels, header.length)
  return file
}
