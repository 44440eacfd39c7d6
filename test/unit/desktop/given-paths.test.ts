import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { channels, desktopChannels } from '../../../contract/channels/channels'
import type { Dispatch } from '../../../main/api'
import { createGivenPaths } from '../../../main/desktop/given-paths'

function setting() {
  const asked: unknown[] = []
  const dispatch: Dispatch = async (channel, { input }) => {
    asked.push(input)
    const { paths = [] } = (input ?? {}) as { paths?: string[] }
    return {
      ok: true,
      value:
        channel === 'library.inspect'
          ? paths.map((path) => ({ path, name: 'n', linksOut: [{ path: `${path}/out` }] }))
          : 'done',
    }
  }
  const given = createGivenPaths()
  const call = (channel: string, input: unknown) => given.guard(dispatch)(channel, { projectId: 'default', input })
  return { asked, given, call }
}

describe('paths that a person gave', () => {
  it('are opened by their tokens, which is all that the window gets to know', async () => {
    const { asked, given, call } = setting()
    const [chosen] = given.give(['/home/a/one.pdf']) as [string]
    given.take('token-of-a-drop', '/home/a/two.pdf')
    const paths = [chosen, 'token-of-a-drop']
    const linksOut = [{ path: expect.stringMatching(/^[0-9a-f-]{36}$/) }]
    const inspected = await call('library.inspect', { paths })
    expect(inspected).toEqual({
      ok: true,
      value: [
        { path: chosen, name: 'n', linksOut },
        { path: 'token-of-a-drop', name: 'n', linksOut },
      ],
    })
    expect(await call('library.add', { paths })).toEqual({ ok: true, value: 'done' })
    expect(asked).toEqual(Array(2).fill({ paths: ['/home/a/one.pdf', '/home/a/two.pdf'] }))
    // Where a link of a dropped folder leads has a token as well.
    const [
      {
        linksOut: [link],
      },
    ] = (inspected as { value: [{ linksOut: [{ path: string }] }] }).value
    await call('library.add', { paths: [link.path] })
    expect(asked.at(-1)).toEqual({ paths: ['/home/a/one.pdf/out'] })
  })

  it.each([
    ['a path', { paths: ['/etc/shadow'] }],
    ['a given path itself', { paths: ['/home/a/one.pdf'] }],
    ['an invented token beside an issued one', { paths: ['issued', 'invented'] }],
    ['no list', { paths: '/etc/shadow' }],
    ['an empty list', { paths: [] }],
    ['nothing', undefined],
  ])('are not opened by %s', async (_what, input) => {
    const { asked, given, call } = setting()
    given.take('issued', '/home/a/one.pdf')
    given.take('odd', 7)
    for (const channel of ['library.inspect', 'library.add']) {
      expect(await call(channel, input)).toMatchObject({ ok: false, error: { code: 'ipc.notGiven' } })
    }
    expect(asked).toEqual([])
  })

  it('are forgotten from the oldest on', async () => {
    const { given, call } = setting()
    const [first] = given.give(['/first']) as [string]
    const tokens = given.give(Array.from({ length: 50_000 }, (_, index) => `/${index}`))
    expect(await call('library.add', { paths: [first] })).toMatchObject({ error: { code: 'ipc.notGiven' } })
    expect(await call('library.add', { paths: [tokens[0]] })).toMatchObject({ ok: true })
  })

  it('are all that a channel opens: any other that takes a place only compares it with rows', () => {
    const fields = Object.entries({ ...channels, ...desktopChannels }).flatMap(([channel, { input }]) =>
      Object.keys((input as z.ZodObject).shape ?? {}).map((field) => `${channel} ${field}`),
    )
    expect(fields.filter((field) => /path|file|folder|director|root|url/i.test(field.split(' ')[1]!))).toEqual([
      'library.inspect paths',
      'library.add paths',
      'library.removeRoot root',
      'library.previewRootRemoval root',
      // Whether files may be written; the folder is refused by `consent.ts`, but for none.
      'session.start writesFiles',
      'session.setWritesFiles writesFiles',
      'rules.remove path',
      'settings.set writesFiles',
      'settings.set exportFolder',
      'desktop.chooseFiles folders',
    ])
  })
})
