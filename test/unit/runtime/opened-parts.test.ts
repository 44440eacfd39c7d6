import { expect, it } from 'vitest'
import { createOpenedParts } from '../../../main/composition/opened-parts'

it('closes every part in reverse, once, even where some fail, and says what failed', async () => {
  const { keep, closing, closeAll } = createOpenedParts()
  const closed: string[] = []
  const part = (name: string, error?: Error) =>
    keep({
      close() {
        closed.push(`${name}${closing.aborted ? '' : ' too early'}`)
        if (error !== undefined) throw error
      },
    })
  const failures = [new Error('second'), new Error('third')]
  part('store')
  part('second', failures[0])
  keep({ close: () => Promise.reject(failures[1]) })
  part('socket')

  const first = closeAll()
  expect(closeAll()).toBe(first)
  const error = await first.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AggregateError)
  expect((error as AggregateError).errors).toEqual(failures.toReversed())
  expect(closed).toEqual(['socket', 'second', 'store'])
  await expect(closeAll()).rejects.toBe(error)
  expect(closed).toHaveLength(3)
})

it('gives back the part that it keeps, and closes none without complaint', async () => {
  const { keep, closeAll } = createOpenedParts()
  const part = { close: () => undefined }
  expect(keep(part)).toBe(part)
  await createOpenedParts().closeAll()
  await closeAll()
})
