import type { UnshownPicture } from '../../../contract/library/source'
import { readImageHeader } from '../ocr/image-header'

export const mostPictureBytes = 20 * 1024 * 1024
/** What the window unpacks of one: 160 MB. */
const mostPixels = 40_000_000
/** Pixels of the shorter side: smaller is a bullet, an icon or a placeholder. */
const leastSide = 24

/** Whether a picture is none of a figure: an icon. */
export const isIcon = (bytes: Uint8Array): boolean => {
  const header = readImageHeader(bytes)
  return header !== null && Math.min(header.width, header.height) < leastSide
}

/** Why the window is not given a picture, by its first bytes; null where it is. SVG is a program to a browser: it is not among them. */
export function whyUnshown(bytes: Uint8Array): UnshownPicture | null {
  if (bytes.length > mostPictureBytes) return 'tooLarge'
  const header = readImageHeader(bytes)
  if (header === null) return 'format'
  return header.width * header.height > mostPixels ? 'tooLarge' : null
}
