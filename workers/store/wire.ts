/**
 * The part of PostgreSQL's wire protocol 3.0 that the store needs, over bytes.
 * Own code and not PGlite's `query`, because that one reads every column as text: a vector of 512 dimensions then
 * costs 0.6 ms to parse, in binary 0.002 ms. https://www.postgresql.org/docs/18/protocol-message-formats.html
 */

/** A value that is ready to be bound: text, binary or null. */
export type BoundValue = string | Uint8Array | null

const code = (letter: string): number => letter.charCodeAt(0)

/**
 * `Parse` of a statement and `Describe` of it: answered by parameter and column types.
 * @param name by which it is kept, of ASCII letters; '': until the next one
 */
export function parseMessage(sql: string, name = ''): Uint8Array {
  const sqlBytes = Buffer.byteLength(sql)
  const parseLength = 4 + name.length + 1 + sqlBytes + 1 + 2
  const message = Buffer.alloc(1 + parseLength + 7 + name.length)
  message[0] = code('P')
  message.writeInt32BE(parseLength, 1)
  message.write(name, 5)
  message.write(sql, 6 + name.length)
  const describe = 1 + parseLength
  message[describe] = code('D')
  message.writeInt32BE(6 + name.length, describe + 1)
  message[describe + 5] = code('S')
  message.write(name, describe + 6)
  return message
}

const executeAndSync = Buffer.from([code('E'), 0, 0, 0, 9, 0, 0, 0, 0, 0, code('S'), 0, 0, 0, 4])

/**
 * `Bind`, `Execute` and `Sync`; `binaryColumns[i]` asks for column i in binary.
 * @param name of the statement, as it was parsed
 */
export function bindMessage(values: readonly BoundValue[], binaryColumns: readonly boolean[], name = ''): Uint8Array {
  let bodyLength =
    4 + 1 + name.length + 1 + 2 + 2 * values.length + 2 + 4 * values.length + 2 + 2 * binaryColumns.length
  const byteLengths = values.map((value) =>
    value === null ? -1 : typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength,
  )
  for (const length of byteLengths) bodyLength += Math.max(0, length)
  const message = Buffer.allocUnsafe(1 + bodyLength + executeAndSync.length)
  message[0] = code('B')
  let at = message.writeInt32BE(bodyLength, 1)
  message[at++] = 0
  at += message.write(name, at)
  message[at++] = 0
  at = message.writeUInt16BE(values.length, at)
  for (const value of values) at = message.writeUInt16BE(value instanceof Uint8Array ? 1 : 0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    const length = byteLengths[index] ?? -1
    at = message.writeInt32BE(length, at)
    if (typeof value === 'string') at += message.write(value, at)
    else if (value !== null) {
      message.set(value, at)
      at += length
    }
  }
  at = message.writeUInt16BE(binaryColumns.length, at)
  for (const binary of binaryColumns) at = message.writeUInt16BE(binary ? 1 : 0, at)
  message.set(executeAndSync, at)
  return message
}

export const syncMessage: Uint8Array = Buffer.from([code('S'), 0, 0, 0, 4])

/** A simple query: several statements, no parameters. */
export function scriptMessage(sql: string): Uint8Array {
  const length = 4 + Buffer.byteLength(sql) + 1
  const message = Buffer.alloc(1 + length)
  message[0] = code('Q')
  message.writeInt32BE(length, 1)
  message.write(sql, 5)
  return message
}

/** Cuts what the engine writes into messages; a message may come in pieces. */
export class MessageReader {
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #start = 0
  #end = 0

  /** Calls `onMessage(type, body)` for each complete message; `body` is valid during the call only. */
  push(chunk: Uint8Array, onMessage: (type: string, body: Buffer) => void): void {
    this.#append(chunk)
    while (this.#end - this.#start >= 5) {
      const length = this.#bytes.readInt32BE(this.#start + 1)
      if (this.#end - this.#start < 1 + length) return
      const type = String.fromCharCode(this.#bytes[this.#start] ?? 0)
      const body = this.#bytes.subarray(this.#start + 5, this.#start + 1 + length)
      this.#start += 1 + length
      onMessage(type, body)
    }
  }

  #append(chunk: Uint8Array): void {
    if (this.#start === this.#end) this.#start = this.#end = 0
    if (this.#end + chunk.byteLength > this.#bytes.length) {
      const kept = this.#bytes.subarray(this.#start, this.#end)
      const needed = kept.length + chunk.byteLength
      const target = needed > this.#bytes.length / 2 ? Buffer.allocUnsafe(needed * 2) : this.#bytes
      target.set(kept, 0)
      this.#bytes = target
      this.#end = kept.length
      this.#start = 0
    }
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.byteLength
  }
}

/** `ParameterDescription`: the type (OID) of each parameter. */
export function readParameterTypes(body: Buffer): number[] {
  return Array.from({ length: body.readUInt16BE(0) }, (_, index) => body.readUInt32BE(2 + 4 * index))
}

export interface Column {
  readonly name: string
  readonly type: number
}

/** `RowDescription`: name and type (OID) of each column. */
export function readColumns(body: Buffer): Column[] {
  const columns: Column[] = []
  let at = 2
  for (let left = body.readUInt16BE(0); left > 0; left -= 1) {
    const nameEnd = body.indexOf(0, at)
    columns.push({ name: body.toString('utf8', at, nameEnd), type: body.readUInt32BE(nameEnd + 7) })
    at = nameEnd + 19
  }
  return columns
}

/** `ErrorResponse`: its fields by their letter (C: SQLSTATE, M: message, D: detail, n: constraint …). */
export function readErrorFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  let at = 0
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1)
    fields.set(String.fromCharCode(body[at] ?? 0), body.toString('utf8', at + 1, end))
    at = end + 1
  }
  return fields
}
