import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { asJson, type Database, restoreDump } from '../../../main/store'
import { migrations } from '../../../main/store/migrations'
import { databaseBefore, emptyDatabase, newDirectory } from './support'

/** Of the version before. */
const schemaVersion = migrations.findIndex(({ name }) => name === 'called-uses')

describe('uses of versions that counted what a step only held', () => {
  const resource = (id: string, uses: number, timed: number, rate: number | null, time: number | null) => ({
    ...{ resource_id: id, project_id: 'default', resource_type: 'tool', name: 'a', description: '', usage_info: '' },
    ...{ metadata: {}, flavour: 'folder', origin: { kind: 'file' }, status: 'ready', texts_hash: 'h' },
    ...{ capabilities: [], is_active: true, created_at: '2026-01-01', updated_at: '2026-01-01' },
    ...{ usage_count: uses, finished_uses: uses, timed_uses: timed, success_rate: rate, avg_response_time: time },
  })
  const use = (id: string, selected: string | null, success: boolean | null, rest: object = {}) => ({
    ...{ match_id: id, project_id: 'default', user_query: id, query_hash: 'h', matched_resources: [] },
    ...{ selected_resource: selected, execution_success: success, created_at: '2026-01-01', ...rest },
  })
  const before = {
    resource_registry: [
      resource('tool:held', 3, 0, 1, null),
      resource('tool:called', 4, 2, 0.75, 40),
      resource('tool:unused', 0, 0, null, null),
    ],
    resource_match_history: [
      use('held', 'tool:held', true),
      use('held and judged', 'tool:held', true, { user_feedback: 'unhelpful' }),
      use('called', 'tool:called', true, { response_time_ms: 30 }),
      use('failed', 'tool:called', false),
      use('judged', 'tool:called', null, { user_feedback: 'helpful' }),
      use('only asked', null, null),
    ],
  }

  async function expectMended(database: Database): Promise<void> {
    const history = `select match_id, execution_success as success, user_feedback as feedback
      from resource_match_history order by match_id`
    expect(await database.query(history)).toEqual([
      { match_id: 'called', success: true, feedback: null },
      { match_id: 'failed', success: false, feedback: null },
      { match_id: 'held and judged', success: null, feedback: 'unhelpful' },
      { match_id: 'judged', success: null, feedback: 'helpful' },
      { match_id: 'only asked', success: null, feedback: null },
    ])
    const counts = `select resource_id, usage_count, success_rate, avg_response_time, removed_uses,
      uses_removed_at is not null as is_told from resource_registry order by resource_id`
    const none = { usage_count: 0, success_rate: null, avg_response_time: null }
    expect(await database.query(counts)).toEqual([
      {
        ...{ resource_id: 'tool:called', usage_count: 2, success_rate: 0.5, avg_response_time: 40 },
        ...{ removed_uses: 2, is_told: true },
      },
      { ...none, resource_id: 'tool:held', removed_uses: 3, is_told: true },
      { ...none, resource_id: 'tool:unused', removed_uses: 0, is_told: false },
    ])
  }

  it('are dropped where nothing was called; what a person said is kept, and how many went is told', async () => {
    const { database, upgrade } = await databaseBefore('called-uses')
    for (const [table, rows] of Object.entries(before)) {
      for (const row of rows) {
        const columns = Object.keys(row).join(', ')
        await database.query(
          `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`,
          [asJson(row)],
        )
      }
    }
    await upgrade()
    await expectMended(database)
  })

  it('are dropped from a dump as well', async () => {
    const directory = await newDirectory()
    const path = join(directory, 'dump.json.gz')
    const dump = { format: 'quarry-dump', schemaVersion, dumpedAt: '2026-01-01', tables: before }
    await writeFile(path, gzipSync(JSON.stringify(dump)))
    const { database } = await emptyDatabase()
    await restoreDump(database, path)
    await expectMended(database)
  })
})
