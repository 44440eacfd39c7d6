import type { Discoverer } from '../discoverer'
import { createConnectionDiscoverer } from './connection'
import { csvFiles } from './csv'
import { duckdbFiles } from './duckdb'
import { excelFiles } from './excel'
import { createFileDiscoverer } from './file-discoverer'
import { jsonFiles } from './json'
import { parquetFiles } from './parquet'
import { sqliteFiles } from './sqlite'
import type { DatabaseThreads } from './threads'

/**
 * Discoverers of everything with tables. What is known by its first bytes comes before what is known by its name and a
 * look (CSV, JSON).
 */
export function databaseDiscoverers(threads: DatabaseThreads): Discoverer[] {
  const kinds = [sqliteFiles, duckdbFiles, parquetFiles, excelFiles, csvFiles, jsonFiles]
  return [createConnectionDiscoverer(threads), ...kinds.map((kind) => createFileDiscoverer(kind, threads))]
}

export { createDatabaseThreads, type DatabaseThreads } from './threads'
