import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { startChildProcess } from '../../main/processes'
import { createDiscoverers } from '../../main/resources'
import { createText2Sql, profileDatabase } from '../../main/text2sql'
const secrets = { get: async () => null, set: async () => 'session' as const, remove: async () => undefined }
export async function run([path, ...questions]: string[]): Promise<number> {
  const { discoverers, databases } = createDiscoverers({ workersDir: resolve('out/workers'), start: startChildProcess, egress: () => 'offline' })
  const head = (await readFile(path!)).subarray(0, 65_536)
  const target = { kind: 'path' as const, path: path!, isDirectory: false, sizeBytes: (await stat(path!)).size, head }
  for (const d of discoverers) {
    if (!d.recognises(target)) continue
    const m = (await d.discover(target as never, { secrets, signal: new AbortController().signal } as never) as any).drafts[0].metadata
    const place = { kind: 'file', engine: 'sqlite', path, password: null }
    const t = createText2Sql(await profileDatabase({ name: 'x', engine: m.engine, tables: m.tables }, async (sql, n) => (await databases.select(place as never, { sql, parameters: [], maxRows: n } as never)).rows))
    for (const q of questions) { const r = t.read(q) as any; console.log(q, '\n', r.kind === 'declined' ? JSON.stringify([r.reason, r.words]) : r.statement.sql, r.rivals?.length) }
    break
  }
  await databases.close()
  return 0
}
