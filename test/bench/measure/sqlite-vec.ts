import { createRequire } from 'node:module'
import { resolve } from 'node:path'

interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): { all(...parameters: unknown[]): { rowid: number }[]; run(...parameters: unknown[]): void }
  transaction(work: () => void): () => void
}

/** A table of sqlite-vec in memory, whose search compares all vectors. */
export interface SqliteVec {
  /** Rows with the ids that the product gave the passages. */
  add(ids: readonly number[], vectors: readonly Float32Array[]): void
  /** The ids of the ten nearest by cosine, nearest first. */
  nearest(query: Float32Array): number[]
}

/** Of 512 dimensions, as the built-in encoder's vectors. Throws where the programs to compare with are not installed. */
export function openSqliteVec(): SqliteVec {
  const require = createRequire(resolve('test/bench/package.json'))
  const Database = require('better-sqlite3') as new (file: string) => SqliteDatabase
  const database = new Database(':memory:')
  ;(require('sqlite-vec') as { load(target: SqliteDatabase): void }).load(database)
  database.exec('create virtual table vectors using vec0(embedding float[512] distance_metric=cosine)')
  const insert = database.prepare('insert into vectors(rowid, embedding) values (?, ?)')
  const search = database.prepare('select rowid from vectors where embedding match ? and k = 10 order by distance')
  const bytesOf = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
  return {
    add(ids, vectors) {
      database.transaction(() => {
        for (const [index, vector] of vectors.entries()) insert.run(BigInt(ids[index]!), bytesOf(vector))
      })()
    },
    nearest: (query) => search.all(bytesOf(query)).map(({ rowid }) => Number(rowid)),
  }
}
