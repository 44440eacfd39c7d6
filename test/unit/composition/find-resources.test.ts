import { expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createFindResources } from '../../../main/composition/find-resources'

const question = 'What is the total amount by region?'
const reading = { kind: 'queryRead', values: {} }
const database = (name: string) => ({ resourceId: `database:${name}`, name, sureness: 0.9, reading })
const kinds: Readonly<Record<string, string>> = { database: 'database', api: 'api' }

interface Given {
  readonly askable?: readonly string[]
  readonly alike?: readonly string[]
  readonly chosen?: readonly string[]
  readonly passedOver?: readonly string[]
  readonly gone?: readonly string[]
  readonly among?: readonly string[]
}

/** What is asked, each with the kinds of its reasons. */
async function asked({ askable = [], alike = [], chosen, passedOver = [], gone = [], among }: Given) {
  const ids = (names: readonly string[]): string[] =>
    names.map((name) => (name.includes(':') ? name : `database:${name}`))
  const find = createFindResources(
    { find: async () => ({ askable: askable.map(database), tooManyAlike: alike.map(database) }) } as never,
    { find: async () => null },
    {
      preferenceFor: async () =>
        chosen === undefined ? null : { question: 'before', chosen: ids(chosen), passedOver: ids(passedOver) },
      async get(resourceId) {
        const [type = '', name = ''] = resourceId.split(':')
        if (gone.includes(name)) throw new QuarryError('resource.notFound', 'Gone.')
        return { resourceId, name, type: kinds[type], status: 'ready' } as unknown as UniversalResource
      },
    },
    (resourceId) => resourceId === 'database:left-alone',
  )
  const needs = await find(question, new AbortController().signal, among)
  return needs.map(({ type, resourceId, choice }) => [type, resourceId, choice?.reasons.map(({ kind }) => kind).join()])
}
const a = ['database', 'database:a', 'readsAsQuery,answersAlike']
const b = ['database', 'database:b', 'readsAsQuery,answersAlike']
const preferred = ['database', 'database:b', 'preferredBefore,readsAsQuery']

it.each<[string, Given, unknown[][]]>([
  ['nothing was chosen', { askable: ['a', 'b'] }, [a, b]],
  ['one was taken in place of the other', { askable: ['a', 'b'], chosen: ['b'], passedOver: ['a'] }, [preferred]],
  ['another one came since', { askable: ['a', 'b'], chosen: ['b'] }, [preferred, a]],
  [
    'one of many was picked',
    { alike: ['a', 'b', 'c'], chosen: ['b'] },
    [['database', 'database:b', 'preferredBefore']],
  ],
  ['what was chosen does not read as a query', { askable: ['a', 'b'], chosen: ['old'], passedOver: ['a'] }, [a, b]],
  ['what was chosen is none of the many', { alike: ['a', 'b'], chosen: ['old'] }, [['database', null, 'tooManyAlike']]],
  [
    'a service was taken in place of a database',
    { askable: ['a'], chosen: ['api:x'], passedOver: ['a'] },
    [['api', 'api:x', 'preferredBefore']],
  ],
  ['what was chosen is gone', { askable: ['a', 'b'], chosen: ['b'], passedOver: ['a'], gone: ['b'] }, [a, b]],
  ['its service does not answer', { askable: ['a', 'b'], chosen: ['left-alone'], passedOver: ['a'] }, [a, b]],
  ['the session may not use it', { askable: ['a', 'b'], chosen: ['b'], among: ['database:a'] }, [a, b]],
  ['nothing reads as a query', { chosen: ['b'] }, [['database', 'database:b', 'preferredBefore']]],
])('asks what a person chose before, where it answers: %s', async (_, given, needs) => {
  expect(await asked(given)).toEqual(needs)
})
