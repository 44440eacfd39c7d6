import { describe, expect, it } from 'vitest'
import { createOccupancy } from '../../../main/threads'

describe('an occupancy', () => {
  let nowMs = 0
  const at = (ms: number): string => new Date(ms).toISOString()

  it('says how many are at work, and since when, until nobody was for a second', () => {
    nowMs = 5000
    const reading = createOccupancy(() => nowMs)
    expect(reading.now()).toBeNull()
    const endFirst = reading.begin()
    nowMs = 6000
    const endSecond = reading.begin()
    expect(reading.now()).toEqual({ busy: 2, since: at(5000) })
    endFirst()
    endSecond()
    nowMs = 6999
    expect(reading.now()).toEqual({ busy: 1, since: at(5000) })
    nowMs = 7000
    expect(reading.now()).toBeNull()
  })

  it('takes a short gap for no break, and counts a new spell from its own start', () => {
    nowMs = 0
    const embedding = createOccupancy(() => nowMs)
    embedding.begin()()
    nowMs = 900
    const end = embedding.begin()
    expect(embedding.now()).toEqual({ busy: 1, since: at(0) })
    end()
    nowMs = 4000
    embedding.begin()
    expect(embedding.now()).toEqual({ busy: 1, since: at(4000) })
  })
})
