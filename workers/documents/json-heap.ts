import { QuarryError } from '../../contract/errors'
import { memoryLimitMb } from '../process/started-with'

/** Memory where this process has no limit of its own (a test that calls it directly), in MB. */
const assumedHeapMb = 1024
/** Share of the heap that a value may take: its text and what is made of it need the rest. */
const usableShare = 0.8

/**
 * Refuses JSON whose value would not fit this process's memory, before it is built: so it is told in a moment, and the
 * process lives. Throws `resource.tooLarge`.
 *
 * Bytes for each character that opens, parts or names a value: an upper bound over thirteen shapes of JSON (arrays of
 * empty objects, distinct keys, deep nesting, numbers, strings …), which took between 8% and 99% of it.
 */
export function requireHeapFor(text: string): void {
  let bytes = 2 * text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b || code === 0x3a) bytes += 64
    else if (code === 0x2c) bytes += 24
    else if (code === 0x22) bytes += 16
  }
  const heapMb = memoryLimitMb ?? assumedHeapMb
  if (bytes <= heapMb * 1024 * 1024 * usableShare) return
  throw new QuarryError('resource.tooLarge', `Reading it needs more than ${heapMb} MB of memory.`, {
    remedy: 'split',
    context: { estimatedMb: Math.round(bytes / 1e6) },
  })
}
