/** What the first bytes of an image file say of it. */
export interface ImageHeader {
  /** In pixels, as they are stored: before it is turned upright. */
  readonly width: number
  readonly height: number
  /** How a camera held it: 1 to 8 as Exif counts, 1 where it is upright or nothing is said. */
  readonly orientation: number
}

/** Reads the header of a PNG, JPEG, GIF or WebP; null where it has none that can be read. Nothing is unpacked. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const header = headerOf(file)
    return header !== null && header.width > 0 && header.height > 0 ? header : null
  } catch (error) {
    // Cut off within its header.
    if (error instanceof RangeError) return null
    throw error
  }
}

function headerOf(file: Buffer): ImageHeader | null {
  switch (file[0]) {
    case 0x89:
      return pngHeader(file)
    case 0xff:
      return jpegHeader(file)
    case 0x47:
      return gifHeader(file)
    default:
      return webpHeader(file)
  }
}

function gifHeader(file: Buffer): ImageHeader | null {
  if (!/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return null
  return { width: file.readUInt16LE(6), height: file.readUInt16LE(8), orientation: 1 }
}

function pngHeader(file: Buffer): ImageHeader | null {
  if (file.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), orientation: 1 }
}

/** Segments up to the frame, which has the size; Exif comes before it. */
function jpegHeader(file: Buffer): ImageHeader | null {
  let orientation = 1
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5), orientation }
    const length = file.readUInt16BE(at + 2)
    if (marker === 0xe1 && file.toString('latin1', at + 4, at + 10) === 'Exif\0\0') {
      orientation = exifOrientation(file.subarray(at + 10, at + 2 + length))
    }
    at += 2 + Math.max(2, length)
  }
  return null
}

function exifOrientation(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  try {
    const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * 12
      const value = short(at + 8)
      if (short(at) === 0x0112) return value >= 1 && value <= 8 ? value : 1
    }
  } catch (error) {
    // What a camera noted is broken: its picture may still be good.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

function webpHeader(file: Buffer): ImageHeader | null {
  if (file.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1, orientation: 1 }
    case 'VP8L': {
      const bits = file.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, orientation: 1 }
    }
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff, orientation: 1 }
    default:
      return null
  }
}
