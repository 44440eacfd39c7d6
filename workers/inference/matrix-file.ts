import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'

/** Raised with each change of the file's form. */
const revision = 1
const headerBytes = 64
/** Node reads and writes less than 2 GiB at once. */
const bytesAtOnce = 2 ** 30
const unfinished = -1

/**
 * Rows of a matrix on disk, as they lie in memory, behind a header: revision and dimensions (uint32), and the position
 * in the store's changes up to which the rows are those of the store (float64; -1 while they are not). The store is the
 * truth: what cannot be read as a whole is thrown away. Rows reach the disk before the position that stands for them, and
 * what is changed in place, rather than added, is unfinished on disk before: changes told again would not bring back a row
 * that was moved only in part.
 */
export class MatrixFile {
  readonly #path: string
  readonly #descriptor: number
  readonly #dimensions: number
  readonly #stride: number
  #isFinished = true

  private constructor(path: string, descriptor: number, dimensions: number, stride: number) {
    this.#path = path
    this.#descriptor = descriptor
    this.#dimensions = dimensions
    this.#stride = stride
  }

  /** Opens or makes a file that its user alone may read; a link is removed. Throws what the file system throws. */
  static open(path: string, dimensions: number, stride: number): MatrixFile {
    const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants
    try {
      return new MatrixFile(path, openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600), dimensions, stride)
    } catch (error) {
      removeIfPossible(path)
      throw error
    }
  }

  get rows(): number {
    return Math.floor((fstatSync(this.#descriptor).size - headerBytes) / this.#stride)
  }

  /** Null where the file was never finished, or has another form. */
  get position(): number | null {
    const header = new DataView(new ArrayBuffer(headerBytes))
    const isWhole = readSync(this.#descriptor, header, 0, headerBytes, 0) === headerBytes
    const position = header.getFloat64(8, true)
    const isOurs = header.getUint32(0, true) === revision && header.getUint32(4, true) === this.#dimensions
    const endsWithRow = (fstatSync(this.#descriptor).size - headerBytes) % this.#stride === 0
    return isWhole && isOurs && endsWithRow && position >= 0 ? position : null
  }

  /** Fills the memory with the first rows. */
  read(into: Uint8Array): void {
    for (let at = 0; at < into.length; ) {
      const length = Math.min(bytesAtOnce, into.length - at)
      const read = readSync(this.#descriptor, into, at, length, headerBytes + at)
      if (read === 0) return
      at += read
    }
  }

  /** Empties the file: nothing stands in it until `finish`. */
  begin(): void {
    ftruncateSync(this.#descriptor, headerBytes)
    this.#writeHeader(unfinished)
    this.#isFinished = false
  }

  /** Adds rows behind the last. */
  write(row: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(bytesAtOnce, bytes.length - at)
      at += writeSync(this.#descriptor, bytes, at, length, headerBytes + row * this.#stride + at)
    }
  }

  replace(row: number, bytes: Uint8Array): void {
    this.#unfinish()
    this.write(row, bytes)
  }

  cut(rows: number): void {
    this.#unfinish()
    ftruncateSync(this.#descriptor, headerBytes + rows * this.#stride)
  }

  finish(position: number): void {
    fdatasyncSync(this.#descriptor)
    this.#writeHeader(position)
    this.#isFinished = true
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** Closes and removes it, as what stands in it may be of no use. */
  discard(): void {
    this.close()
    removeIfPossible(this.#path)
  }

  #unfinish(): void {
    if (!this.#isFinished) return
    this.#writeHeader(unfinished)
    fdatasyncSync(this.#descriptor)
    this.#isFinished = false
  }

  #writeHeader(position: number): void {
    const header = new DataView(new ArrayBuffer(headerBytes))
    header.setUint32(0, revision, true)
    header.setUint32(4, this.#dimensions, true)
    header.setFloat64(8, position, true)
    writeSync(this.#descriptor, header, 0, headerBytes, 0)
  }
}

/** Whoever cannot write a file may not be able to remove it either; what is told is why it was given up. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
