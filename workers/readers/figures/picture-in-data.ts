import type { OpenPicture } from '../draft'
import { mostPictureBytes } from './shown-picture'

/** Characters of a data URI before its bytes. */
const longestHead = 200

/** Pictures that stand in their references: `data:` URIs. */
export const pictureInData: OpenPicture = (reference) => {
  const beginning = reference.slice(0, longestHead)
  if (!/^\s*data:/i.test(beginning)) return null
  const comma = beginning.indexOf(',')
  if (!/^\s*data:image\//i.test(beginning) || comma === -1) return 'format'
  // Four characters are three bytes.
  if (reference.length - comma > (mostPictureBytes / 3) * 4) return 'tooLarge'
  // Raster images are written in no other way than this.
  if (!/;\s*base64\s*,/i.test(beginning)) return 'format'
  const encoded = reference.slice(comma + 1)
  return Buffer.from(encoded.includes('%') ? percentDecoded(encoded) : encoded, 'base64')
}

function percentDecoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // A stray percent sign stands for itself.
    return encoded
  }
}

/** Whether it is an address of its own (`https:`, `data:`, `//host/`). */
export const hasScheme = (reference: string): boolean => /^\s*(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference)
