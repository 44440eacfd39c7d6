import { expect, it } from 'vitest'
import { compareVersions, versionsOf } from '../../../main/knowledge/sources/versions'
import type { Database } from '../../../main/store'
import { databaseBefore } from './support'

const names: readonly [name: string, stem: string | null][] = [
  ['Report v1.docx', 'report'],
  ['report_v2.1 final.pdf', 'report'],
  ['Report 2024-03-09 (2).docx', 'report'],
  ['20240309 report draft.md', 'report'],
  ['Report 2023.docx', 'report2023'],
  ['合同 第二版.docx', '合同'],
  ['合同（终稿）.docx', '合同'],
  ['v2.pdf', null],
  ['Review notes.txt', 'reviewnotes'],
  ['rev3 of plan.txt', 'ofplan'],
]

async function addTexts(database: Database, texts: Record<string, string>): Promise<void> {
  for (const [index, [name, text]] of Object.entries(texts).entries()) {
    await database.query(
      `insert into sources (source_id, project_id, kind, name, media_type, modified_ms, content_hash, state)
       values ($1, 'default', 'file', $1, 'docx', $2, $1, 'indexed')`,
      [name, 1_700_000_000_000 + index],
    )
    await database.query(
      `insert into extracts (source_id, text, reader, reader_version, content_hash) values ($1, $2, 'docx', 1, $1)`,
      [name, text],
    )
  }
}

it('sources of the version before are known by the stems of their names', async () => {
  const { database, upgrade } = await databaseBefore('name stems')
  for (const [name] of names) {
    await database.query(
      `insert into sources (source_id, project_id, kind, name, state) values ($1, 'default', 'file', $1, 'indexed')`,
      [name],
    )
  }
  await upgrade()
  const stems = await database.query<{ name: string; name_stem: string | null }>('select name, name_stem from sources')
  expect(Object.fromEntries(stems.map(({ name, name_stem }) => [name, name_stem]))).toEqual(Object.fromEntries(names))
  await database.query('delete from sources')

  const terms = 'The seller delivers the machine within thirty days of the order and bears the cost of the transport. '
  const minutes = (of: string): string => `Present were all members. ${of} was decided at the end of the meeting.`
  await addTexts(database, {
    'Contract v10.docx': `${terms}The buyer pays within ten days of the delivery.`,
    'contract v9.docx': `${terms}The buyer pays at once.`,
    'Contract final.docx': 'A letter to the members of the choir, on the tour of next year and what it will cost them.',
    'Minutes 2024-03-01.docx': minutes('The tour of the choir through three countries'),
    'Minutes 2024-04-01.docx': minutes('Nothing but the price of membership for the young'),
    'Terms.docx': terms,
  })
  const told = await versionsOf(database, 'default', [
    'contract v9.docx',
    'Contract final.docx',
    'Minutes 2024-03-01.docx',
    'gone',
  ])
  // A letter of the same name is none, nor are other minutes, nor the same words under another name.
  expect(told.map(({ sourceId, versions }) => [sourceId, ...versions.map(({ name }) => name)])).toEqual([
    ['contract v9.docx', 'Contract v10.docx', 'contract v9.docx'],
  ])
  expect(await versionsOf(database, 'other', ['contract v9.docx'])).toEqual([])
})

it('orders versions by date, then by number, then by when their files changed', () => {
  const [earlier, later] = ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z']
  const order = (one: [string, string], other: [string, string]): number =>
    Math.sign(compareVersions({ name: one[0], changed_at: one[1] }, { name: other[0], changed_at: other[1] }))
  expect(order(['a 2024-02-01.md', later], ['a 20240301.md', earlier])).toBe(-1)
  expect(order(['a v2.md', later], ['a v10.md', earlier])).toBe(-1)
  expect(order(['a v1.2.md', later], ['a v1.2.1.md', earlier])).toBe(-1)
  expect(order(['合同 第十版.md', earlier], ['合同 第二版.md', later])).toBe(1)
  expect(order(['a draft.md', earlier], ['a final.md', later])).toBe(-1)
  expect(order(['a v1.md', later], ['a final.md', earlier])).toBe(1)
})
