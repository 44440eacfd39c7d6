import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { QuarryError } from '../../contract/errors'

/** What stands before the weights: the largest vocabularies take some 20 MB. */
const maxHeaderBytes = 256 * 1024 * 1024
const mostDimensions = 4
const knownVersions = [2, 3]
const deepestArray = 4
/** Bytes of a value by its type; strings and arrays say how long they are. */
const valueBytes: readonly (number | undefined)[] = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8]
const [stringType, arrayType] = [8, 9]

/**
 * Walks through the header of a model file (github.com/ggml-org/ggml, docs/gguf.md), and of its other parts where it is split, without
 * keeping any of it: native code and parsers that trust what it says of itself come later. Throws `model.fileBroken`.
 */
export function checkHeaders(path: string): void {
  for (const part of partsOf(path)) {
    if (!existsSync(part)) throw broken('part', basename(part))
    const file = openSync(part, 'r')
    try {
      const { size } = fstatSync(file)
      checkHeader(readFrom(file, Math.min(size, maxHeaderBytes)), size)
    } finally {
      closeSync(file)
    }
  }
}

function partsOf(path: string): string[] {
  const [whole, count] = /-00001-of-(\d{5})\.gguf$/.exec(path) ?? []
  if (whole === undefined) return [path]
  return Array.from({ length: Number(count) }, (_, at) =>
    path.replace(whole, `-${String(at + 1).padStart(5, '0')}-of-${count}.gguf`),
  )
}

function checkHeader({ u32, u64, skip, at }: ReturnType<typeof readFrom>, size: number): void {
  if (u32() !== 0x46554747) throw broken('format')
  if (!knownVersions.includes(u32())) throw broken('format')
  const tensors = u64()
  const values = u64()
  const skipValue = (type: number, depth: number): void => {
    const bytes = valueBytes[type]
    if (bytes !== undefined) skip(bytes)
    else if (type === stringType) skip(u64())
    else if (type === arrayType && depth < deepestArray) {
      const of = u32()
      const count = u64()
      const each = valueBytes[of]
      if (each !== undefined) skip(each * count)
      else for (let item = 0; item < count; item++) skipValue(of, depth + 1)
    } else throw broken('header')
  }
  for (let value = 0; value < values; value++) {
    skip(u64())
    skipValue(u32(), 0)
  }
  let last = 0
  for (let tensor = 0; tensor < tensors; tensor++) {
    skip(u64())
    const dimensions = u32()
    if (dimensions > mostDimensions) throw broken('header')
    skip(dimensions * 8)
    u32()
    last = Math.max(last, u64())
  }
  if (at() + last >= size) throw broken('cutOff')
}

/** Reads forward, never beyond `end`. */
function readFrom(file: number, end: number) {
  const window = Buffer.alloc(1024 * 1024)
  let [from, length, at] = [0, 0, 0]
  const skip = (bytes: number): void => {
    if (bytes > end - at) throw broken('header')
    at += bytes
  }
  const take = (bytes: number): number => {
    skip(bytes)
    const start = at - bytes
    if (start < from || at > from + length) {
      from = start
      length = readSync(file, window, 0, window.length, start)
    }
    return start - from
  }
  return {
    u32: (): number => window.readUInt32LE(take(4)),
    u64: (): number => Number(window.readBigUInt64LE(take(8))),
    skip,
    at: (): number => at,
  }
}

/** Gone; a part of it missing; no GGUF file of a known version; a header that cannot be; cut off; or what llama.cpp says of it. */
type Reason = 'gone' | 'part' | 'format' | 'header' | 'cutOff' | 'failed'

/** @param said the missing part's name, or the words of llama.cpp */
export const broken = (reason: Reason, said = ''): QuarryError =>
  new QuarryError('model.fileBroken', `The file of the model cannot be run: ${reason} ${said}`.trim(), {
    context: { reason, said },
  })
