import { expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { RecallNote } from '../../../contract/recall/recall'
import { findBy } from '../../../main/recall/path-guard'

const bounds = () => ({ notes: [] as RecallNote[], signal: undefined })

it('a path that does not answer in its time is ended, left out and told', async () => {
  let isEnded = false
  const limits = { ...bounds(), limitMs: 0 }
  const found = await findBy(
    'dense',
    'nothing',
    (signal) =>
      new Promise<string>(() => {
        signal.addEventListener('abort', () => {
          isEnded = true
        })
      }),
    limits,
  )
  expect({ found, isEnded }).toEqual({ found: 'nothing', isEnded: true })
  expect(limits.notes).toMatchObject([
    { kind: 'pathLeftOut', values: { path: 'dense', error: { code: 'recall.slow' } } },
  ])
})

it('a store that is gone ends the recall: no path answers without it', async () => {
  const limits = bounds()
  const gone = new QuarryError('store.closed', 'It is closed.')
  await expect(findBy('section', null, () => Promise.reject(gone), limits)).rejects.toBe(gone)
  expect(limits.notes).toEqual([])
})
