import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { reportView } from '../../../contract/report/report'
import { asJson, dumpDaily, restoreDump } from '../../../main/store'
import { migrations } from '../../../main/store/migrations'
import { databaseBefore, emptyDatabase, newDirectory, type OlderDatabase } from './support'

/** Of the version before. */
const schemaVersion = migrations.findIndex(({ name }) => name === 'report facts')
const now = new Date(Date.UTC(2026, 10, 22, 12))

const claim = { id: 's1', text: '它成立。', citations: [1], method: 'verbatim', paragraph: 0 }
const remark = { id: 's3', citations: [2], method: 'none', paragraph: 1 }
const report = {
  title: 't',
  droppedCitations: 0,
  supported: 1,
  claims: 2,
  partial: false,
  writtenAt: '2026-01-02T03:04:05.000Z',
}
const old = {
  ...report,
  language: 'zh',
  verifiedAt: null,
  sections: [
    {
      kind: 'summary',
      heading: '概要',
      sentences: [
        { ...claim, verdict: 'insufficient', reason: '来源已不存在，无法核对这个句子。' },
        { ...claim, id: 's2', verdict: 'unchecked', reason: null },
        { ...remark, text: '没有更多。', verdict: 'unchecked', reason: null },
      ],
    },
    { kind: 'aspect', heading: '理论', sentences: [] },
    { kind: 'sources', heading: '来源', sentences: [] },
  ],
}

/** A store of the version before with reports, also one of no shape. */
async function databaseWithReports(): Promise<OlderDatabase> {
  const store = await databaseBefore('report facts')
  await store.database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await store.database.query(
    `insert into reports (session_id, version, project_id, body)
     values ('s', 1, 'default', $1::jsonb), ('s', 2, 'default', '{"title": "t"}'),
            ('s', 3, 'default', '{"language": "en", "sections": [{"kind": "aspect", "heading": "h"}]}')`,
    [asJson(old)],
  )
  return store
}

async function expectFacts({ database }: OlderDatabase): Promise<void> {
  const [whole, bare, aspect] = await database.query<{ body: object }>('select body from reports order by version')
  expect(whole?.body).toEqual({
    ...report,
    language: 'zh-CN',
    verifiedAt: null,
    sections: [
      {
        kind: 'summary',
        sentences: [
          {
            ...claim,
            verdict: 'insufficient',
            reason: { kind: 'told', values: { text: '来源已不存在，无法核对这个句子。' } },
          },
          { ...claim, id: 's2', verdict: 'unchecked', reason: null },
          { ...remark, fact: { kind: 'told', values: { text: '没有更多。' } } },
        ],
      },
      { kind: 'aspect', heading: '理论', sentences: [] },
      { kind: 'sources', sentences: [] },
    ],
  })
  reportView.parse({ ...whole?.body, citations: [] })
  expect(bare?.body).toEqual({ title: 't' })
  expect(aspect?.body).toEqual({ language: 'en', sections: [{ kind: 'aspect', heading: 'h', sentences: [] }] })
}

describe('the version with facts in reports', () => {
  it('keeps what reports of the version before said, as it was said', async () => {
    const before = await databaseWithReports()
    await before.upgrade()
    await expectFacts(before)
  })

  it('takes a dump of the version before in', async () => {
    const directory = await newDirectory()
    const path = (await dumpDaily((await databaseWithReports()).database, directory, now)) ?? ''
    const content = JSON.parse(gunzipSync(await readFile(path)).toString('utf8')) as object
    await writeFile(path, gzipSync(JSON.stringify({ ...content, schemaVersion })))
    const other = await emptyDatabase()
    expect(await restoreDump(other.database, path)).toMatchObject({ reports: 3 })
    await expectFacts(other)
  })
})
