import { smallFileBytes } from '../reading'
import type { ClaimedSource } from './queue-rows'

/** Files of one batch: what dies with one of them is read again, so that few are better than all. */
const filesPerBatch = 32
/** Bytes of one batch: about a tenth of a second's work. */
const bytesPerBatch = 256 * 1024

/** Formats whose readers do the most and so take the longest: each goes alone, however small its file. */
const formatsAlone: ReadonlySet<string | null> = new Set('pdf docx email slides book rtf odt workbook image'.split(' '))

/** Cuts claimed sources into what goes through ingest together: some small files, or one of anything else. */
export function batchesOf(sources: readonly ClaimedSource[]): ClaimedSource[][] {
  const batches: ClaimedSource[][] = []
  let batch: ClaimedSource[] = []
  let bytes = 0
  for (const source of sources) {
    const size = Number(source.size_bytes)
    if (source.kind !== 'file' || size > smallFileBytes || formatsAlone.has(source.media_type)) {
      batches.push([source])
      continue
    }
    if (batch.length === filesPerBatch || (batch.length > 0 && bytes + size > bytesPerBatch)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(source)
    bytes += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
