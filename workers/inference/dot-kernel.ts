/**
 * Dot products of one vector with many rows of 16-bit integers in SIMD WebAssembly, assembled here: a dependency and a
 * build step for sixty instructions would be the larger thing.
 *
 *   (func (export "dots") (param $query $rows $count $length $stride $scores i32) …)
 *
 * A row's components are its first `length` bytes, a multiple of 64; the float32 behind them is what its score is
 * multiplied with. `stride` is a whole row's bytes; `count` at least 1; addresses are unsigned, so 4 GiB can be reached.
 * Sums are kept in 32 bits: the lengths of query and row, as integers, must multiply to less than 2^31.
 * Instruction codes: https://webassembly.github.io/spec/core/binary/instructions.html
 */
export interface DotKernel {
  readonly memory: WebAssembly.Memory
  dots(query: number, rows: number, count: number, lengthBytes: number, strideBytes: number, scores: number): void
}

const i32 = 0x7f
const v128 = 0x7b
const [query, rows, count, length, stride, scores, at, sum] = [0, 1, 2, 3, 4, 5, 6, 7]
const firstAccumulator = 8

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return bytes
}

const section = (id: number, content: number[]): number[] => [id, ...unsigned(content.length), ...content]
const text = (value: string): number[] => [value.length, ...Array.from(value, (letter) => letter.charCodeAt(0))]

const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const constant = (value: number): number[] => [0x41, ...signed(value)]
const add = [0x6a]
const subtract = [0x6b]
const lessUnsigned = [0x49]
const loadVector = (offset: number): number[] => [0xfd, 0x00, 4, ...unsigned(offset)]
/** Products of pairs of 16 bits, neighbours added: four sums of 32 bits. */
const multiplyPairs = [0xfd, 0xba, 0x01]
const addLanes = [0xfd, 0xae, 0x01]
const lane = (index: number): number[] => [0xfd, 0x1b, index]
const zeroVector = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const toFloat = [0xb2]
const loadFloat = [0x2a, 2, 0]
const multiplyFloat = [0x94]
const storeFloat = [0x38, 2, 0]
const loop = [0x03, 0x40]
const branchIf = (depth: number): number[] => [0x0d, depth]
const end = [0x0b]

/** Signed LEB128 of a small non-negative number. */
function signed(value: number): number[] {
  const bytes = unsigned(value)
  if ((bytes.at(-1)! & 0x40) === 0) return bytes
  return [...bytes.slice(0, -1), bytes.at(-1)! | 0x80, 0]
}

const accumulators = [0, 1, 2, 3]

const body = [
  ...loop,
  ...accumulators.flatMap((index) => [...zeroVector, ...set(firstAccumulator + index)]),
  ...[...constant(0), ...set(at)],
  ...loop,
  ...accumulators.flatMap((index) => [
    ...get(firstAccumulator + index),
    ...[...get(query), ...get(at), ...add, ...loadVector(16 * index)],
    ...[...get(rows), ...get(at), ...add, ...loadVector(16 * index)],
    ...[...multiplyPairs, ...addLanes, ...set(firstAccumulator + index)],
  ]),
  ...[...get(at), ...constant(64), ...add, 0x22, at],
  ...[...get(length), ...lessUnsigned, ...branchIf(0)],
  ...end,
  ...[...get(firstAccumulator), ...get(firstAccumulator + 1), ...addLanes],
  ...[...get(firstAccumulator + 2), ...get(firstAccumulator + 3), ...addLanes, ...addLanes, ...set(sum)],
  ...get(scores),
  ...[...get(sum), ...lane(0), ...get(sum), ...lane(1), ...add],
  ...[...get(sum), ...lane(2), ...get(sum), ...lane(3), ...add, ...add, ...toFloat],
  ...[...get(rows), ...get(length), ...add, ...loadFloat, ...multiplyFloat],
  ...storeFloat,
  ...[...get(scores), ...constant(4), ...add, ...set(scores)],
  ...[...get(rows), ...get(stride), ...add, ...set(rows)],
  ...[...get(count), ...constant(1), ...subtract, 0x22, count, ...branchIf(0)],
  ...end,
  ...end,
]
const locals = [2, 1, i32, 5, v128]
const code = [...locals, ...body]

const moduleBytes = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0]),
  ...section(2, [1, ...text('m'), ...text('memory'), 0x02, 0x01, ...unsigned(1), ...unsigned(65_536)]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('dots'), 0x00, 0]),
  ...section(10, [1, ...unsigned(code.length), ...code]),
])

/** A kernel with its own memory of at first `initialPages` of 64 KiB. */
export function createDotKernel(initialPages: number): DotKernel {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: 65_536 })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes), { m: { memory } })
  return { memory, dots: instance.exports.dots as DotKernel['dots'] }
}
