import { expect, it } from 'vitest'
import type { Dispatch } from '../../../main/api'
import { createDrawnFiles } from '../../../main/desktop/drawn-files'

it('a file that ended the window is not given to it again, and no other is held back for it', async () => {
  const given: string[] = []
  const dispatch: Dispatch = async (channel) => {
    given.push(channel)
    return { ok: true, value: null }
  }
  const drawn = createDrawnFiles()
  const guarded = drawn.guard(dispatch)
  const ask = async (sourceId: string, channel = 'library.bytes') => {
    const answer = await guarded(channel, { projectId: 'default', input: { sourceId } })
    return answer.ok ? 'given' : [answer.error.code, answer.error.remedy?.kind]
  }
  expect([await ask('good'), await ask('bad')]).toEqual(['given', 'given'])
  drawn.windowEnded()
  expect(await ask('bad')).toEqual(['read.crashed', 'textShownInstead'])
  expect(await ask('bad', 'library.figurePictures')).toEqual(['read.crashed', 'textShownInstead'])
  expect([await ask('good'), await ask('bad', 'library.text')]).toEqual(['given', 'given'])
  expect(given).toHaveLength(4)
})
