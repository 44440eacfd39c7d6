import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { restoreDump } from '../../../main/store'
import { emptyDatabase, newDirectory } from './support'

it('sentences that later versions keep as facts become facts in the rows of an older dump, too', async () => {
  const at = '2026-01-01T00:00:00Z'
  const resource = (id: string, type: string, metadata: object) => ({
    ...{
      resource_id: id,
      project_id: 'default',
      resource_type: type,
      name: id,
      description: '',
      usage_info: '',
      metadata,
    },
    ...{ flavour: '', origin: { kind: 'file' }, status: 'ready', texts_hash: 'h', capabilities: [] },
    ...{ created_at: at, updated_at: at, last_looked_at: at },
  })
  const step = (position: number, changes: object) => ({
    ...{
      step_id: `${position}`,
      plan_id: 'p',
      session_id: 's',
      project_id: 'default',
      position,
      title: 'a',
      query: 'a',
    },
    ...{ origin: 'question', state: 'observed', type: 'research', depends_on: [], skipped: false, updated_at: at },
    ...{ requirements: [], resources: [] },
    ...changes,
  })
  const tables = {
    resource_registry: [
      resource('text2sql:a', 'text2sql', { type: 'text2sql', sampleQuestions: ['How many runs are there?'] }),
      resource('tool:b', 'tool', { type: 'tool' }),
      resource('api:c', 'api', { type: 'api', auth: [{ name: 'key', scheme: 'API key in header X-Key' }] }),
    ],
    sessions: [
      {
        ...{ session_id: 's', project_id: 'default', title: 't', question: 'q', state: 'done', settings: {} },
        ...{ engine: 'extractive', created_at: at, updated_at: at },
      },
    ],
    plans: [{ plan_id: 'p', session_id: 's', project_id: 'default', version: 1, created_at: at, report_version: 1 }],
    steps: [
      step(0, { done_when: 'At least one sentence of the sources is kept as evidence.' }),
      step(1, { done_when: 'Three sources agree.' }),
      step(2, {}),
    ],
  }
  const path = join(await newDirectory(), 'dump.json.gz')
  await writeFile(path, gzipSync(JSON.stringify({ format: 'quarry-dump', schemaVersion: 47, dumpedAt: at, tables })))
  const { database } = await emptyDatabase()
  expect(await restoreDump(database, path)).toMatchObject({ resource_registry: 3, steps: 3 })
  expect(await database.query('select metadata from resource_registry order by resource_id')).toEqual([
    { metadata: { type: 'api', auth: [{ name: 'key', place: { kind: 'key', in: 'header', name: 'X-Key' } }] } },
    {
      metadata: {
        type: 'text2sql',
        sampleQuestions: [{ kind: 'told', values: { text: 'How many runs are there?' } }],
      },
    },
    { metadata: { type: 'tool' } },
  ])
  expect(await database.query('select done_when as "doneWhen" from steps order by position')).toEqual([
    { doneWhen: { kind: 'keepsEvidence', values: {} } },
    { doneWhen: 'Three sources agree.' },
    { doneWhen: '' },
  ])
})
