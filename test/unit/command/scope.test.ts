import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toErrorShape } from '../../../contract/errors'
import type { Connection } from '../../../main/api'
import { scopeNamed } from '../../../main/command/sessions/scope'
import { exitCodeOf } from '../../../main/command/terminal/exit-code'
import { speechIn } from '../../../wording'

const sources = [
  { id: 'one', path: resolve('/library/law/a.md') },
  { id: 'two', path: resolve('/library/lawless.md') },
  { id: 'note', path: null },
]
const resources = [
  { resourceId: 'database:1', name: 'Sales' },
  { resourceId: 'database:2', name: 'Twice' },
  { resourceId: 'api:3', name: 'Twice' },
]
/** Answers as the library and the registry of this project would. */
const connection = {
  call: async (channel: string) =>
    channel === 'library.list' ? { sources, total: sources.length } : { resources, total: resources.length },
} as unknown as Connection

describe('what a question is asked of alone', () => {
  it('is named by the path of a folder or a file, the id of a source, and the name or id of a resource', async () => {
    expect(await scopeNamed(connection, ['/library/law', '/library/lawless.md', 'note', 'Sales', 'api:3'])).toEqual({
      folders: [resolve('/library/law')],
      sourceIds: ['two', 'note'],
      resourceIds: ['database:1', 'api:3'],
    })
    expect(await scopeNamed(connection, ['/library/law/', '/'])).toMatchObject({
      folders: [resolve('/library/law'), resolve('/')],
    })
  })

  it.each([
    ['/library/la', 'no folder, file or resource'],
    ['sales', 'no folder, file or resource'],
    ['Twice', 'several things'],
  ])('is refused where a name means nothing, or several things (%s)', async (name, why) => {
    const refused = await scopeNamed(connection, ['Sales', name]).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'input.invalid', message: expect.stringContaining(why) })
    expect(speechIn('en').error(toErrorShape(refused))).toContain(`“${name}” is ${why}`)
    expect(exitCodeOf('input.invalid')).toBe(2)
  })
})
