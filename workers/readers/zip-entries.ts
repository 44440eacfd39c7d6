import { unzipSync } from 'fflate'
import { QuarryError } from '../../contract/errors'

/** What all wanted entries of one document may unpack to: fifty times the longest novels. */
const maxUnpackedBytes = 200_000_000

/** XML packs well, but not a thousandfold: more is made to fill memory. */
const maxRatio = 500

/**
 * Unpacks the wanted entries of a ZIP. The sizes that the archive states are checked before anything is unpacked, and
 * fflate never writes more than the stated size, so that a bomb costs nothing.
 */
export function unpackEntries(
  bytes: Uint8Array,
  isWanted: (name: string, size: number) => boolean,
): Record<string, Uint8Array> {
  let total = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!isWanted(name, originalSize)) return false
        total += originalSize
        if (total > maxUnpackedBytes || (originalSize > 10_000_000 && originalSize > size * maxRatio)) {
          throw new QuarryError('read.tooLarge', `It unpacks to more than ${Math.round(total / 1e6)} MB.`, {
            context: { unpackedBytes: total, packedBytes: bytes.length },
          })
        }
        return true
      },
    })
  } catch (error) {
    if (error instanceof QuarryError) throw error
    throw new QuarryError('read.corrupt', 'It is damaged or incomplete: its archive cannot be unpacked.', {
      cause: error,
    })
  }
}
