/** Edges of a part of a picture in its pixels, right and bottom exclusive. */
export interface PixelEdges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** As light as this in red, green and blue, a pixel is paper. */
const paper = 244

/** What is not paper in a picture of RGBA pixels, without the empty margins; null where all of it is paper. */
export function inkOf(pixels: Uint8ClampedArray, width: number, height: number): PixelEdges | null {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!) >= paper) continue
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      bottom = y + 1
    }
  }
  return right === 0 ? null : { left, top, right, bottom }
}
