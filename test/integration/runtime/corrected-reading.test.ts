import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { QueryRead } from '../../../contract/databases/query-reading'
import { openQuarry } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }

it('a reading that is corrected beside its rows is asked again as the next version of the report', async () => {
  const { work, call } = await openQuarry('corrected')
  const file = join(work, 'harvest.csv')
  await writeFile(file, 'island,crop,tons,fields\nPemba,cloves,812,9\nUnguja,cloves,304,5\nMafia,copra,97,1\n')
  await call('library.add', { paths: [file] })
  await vi.waitUntil(async () => (await call('library.summary')).passages > 0, patience)
  const databases = { type: 'database', status: 'ready', offset: 0, limit: 1 } as const
  await vi.waitUntil(async () => (await call('resources.list', databases)).total > 0, patience)
  const question = 'What is the average tons per crop?'
  const { sessionId } = await call('session.start', { question, mode: 'quick' })

  /** How the newest version's rows were read, and the rows, once it is written. */
  async function answered(version: number): Promise<{ resourceId: string; reading: QueryRead; rows: unknown }> {
    await vi.waitUntil(async () => {
      const { state, reportVersions } = await call('session.view', { sessionId })
      return state === 'done' && reportVersions.length === version
    }, patience)
    const { report } = await call('session.view', { sessionId })
    const place = report?.citations.map((citation) => citation.place).find(({ kind }) => kind === 'query')
    if (place?.kind !== 'query' || place.reading === undefined) throw new Error('No query was asked.')
    return { resourceId: place.resourceId, reading: place.reading, rows: place.rows }
  }
  const first = await answered(1)
  expect(first).toMatchObject({
    rows: [
      ['cloves', 558],
      ['copra', 97],
    ],
    reading: { values: { question } },
  })

  const { values } = first.reading
  const [measure] = values.of.measures
  const of = { ...values.of, measures: [{ ...measure!, fn: 'sum' as const, column: 'fields' }], order: [] }
  const corrected = { ...first.reading, values: { ...values, of } }
  const { resourceId } = first
  await call('queries.correct', { resourceId, question, reading: corrected })
  await call('session.followUp', { sessionId, question, typed: question, mode: 'quick' })
  expect(await answered(2)).toMatchObject({
    rows: [
      ['cloves', 14],
      ['copra', 1],
    ],
    reading: { values: { corrected: true } },
  })
  const [known] = await call('queries.list')
  expect(known).toMatchObject({ question, uses: 1 })
  await call('queries.forget', { queryId: known?.queryId ?? '' })
  expect(await call('queries.read', { resourceId, question })).toMatchObject({
    reading: { values: { of: { measures: [{ fn: 'avg', column: 'tons' }] } } },
  })
}, 180_000)
