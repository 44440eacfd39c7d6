import { captioned, listEnvironments, unstarred } from './commands'

/** Environments within environments that are told apart. */
const maxOpen = 100

export interface Environment {
  readonly name: string
  /** Of a list: its items so far. */
  items: number
  /** Of a table: its rows so far, the last one open. */
  readonly rows: string[][] | null
  /** Of a table over several pages: how many rows are its head, which stands on each of them. */
  headRows: number | null
}

/** The environments that a place in LaTeX stands in. */
export class LatexEnvironments {
  readonly #open: Environment[] = []

  get names(): readonly string[] {
    return this.#open.map(({ name }) => name)
  }

  get isInTable(): boolean {
    return this.#open.some(({ rows }) => rows !== null)
  }

  get isInList(): boolean {
    return this.#open.some(({ name }) => listEnvironments.has(unstarred(name)))
  }

  /** What a caption here belongs to. */
  get captioned(): string | undefined {
    return this.#open.map(({ name }) => captioned.get(unstarred(name))).findLast((label) => label !== undefined)
  }

  /** Whether the head of a table was told already, and this is the one of its next page. */
  get isRepeatedHead(): boolean {
    return this.#open.some(({ headRows }) => headRows !== null)
  }

  open(name: string, rows: string[][] | null = null): void {
    if (this.#open.length < maxOpen) this.#open.push({ name, items: 0, rows, headRows: null })
  }

  /** The innermost of this name, which ends with all in it; null where none is open. */
  close(name: string): Environment | null {
    const at = this.#open.findLastIndex((environment) => environment.name === name)
    return at === -1 ? null : (this.#open.splice(at)[0] ?? null)
  }

  /** Counts an item. Its number, where its list has numbers. */
  item(): number | null {
    const list = this.#open.findLast(({ name }) => listEnvironments.has(unstarred(name)))
    if (list === undefined) return null
    list.items++
    return /enum/.test(list.name) ? list.items : null
  }

  /** Adds a cell to the table; false where this is none. */
  endCell(text: () => string): boolean {
    const row = this.#open.at(-1)?.rows?.at(-1)
    row?.push(text())
    return row !== undefined
  }

  beginRow(): void {
    this.#open.at(-1)?.rows?.push([])
  }

  /** What stands at the top and foot of each page of a table is told once. */
  endHead(): void {
    const table = this.#open.at(-1)
    if (table?.rows == null) return
    if (table.headRows === null) table.headRows = table.rows.length
    else table.rows.length = table.headRows
    table.rows.push([])
  }
}
