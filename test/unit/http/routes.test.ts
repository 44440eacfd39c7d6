import { expect, it } from 'vitest'
import { type Channel, channels } from '../../../contract/channels/channels'
import { openApiOf } from '../../../main/http/openapi'
import { fieldsOf, namesInPath, schemaOf } from '../../../main/http/route-fields'
import { routes, streamRoutes, valuesOfPath } from '../../../main/http/routes'
import { describeOpenApi } from '../../../workers/documents/openapi'

/** Whoever adds one says by that: a program with the token may do this without a person. */
const reachable: readonly Channel[] = [
  'app.status',
  'calls.check',
  'calls.list',
  'calls.record',
  'domains.documents',
  'domains.map',
  'library.addNote',
  'library.list',
  'library.text',
  'project.list',
  'project.metrics',
  'recall.search',
  'resources.addText',
  'resources.get',
  'resources.list',
  'resources.match',
  'rules.list',
  'rules.test',
  'session.acceptPlan',
  'session.answer',
  'session.answerConfirmation',
  'session.answerQuestion',
  'session.branch',
  'session.checkpoint',
  'session.checkpoints',
  'session.confirmations',
  'session.export',
  'session.followUp',
  'session.list',
  'session.remove',
  'session.report',
  'session.resume',
  'session.retry',
  'session.sendBackPlan',
  'session.start',
  'session.stop',
  'session.view',
]

it('reach these channels of the contract and no other', () => {
  expect([...new Set(routes.map(({ channel }) => channel))].sort()).toEqual(reachable)
  expect(reachable.filter((channel) => !Object.hasOwn(channels, channel))).toEqual([])
})

it('name fields that their channels have, once, and leave none to chance', () => {
  for (const route of routes) {
    const { properties = {}, required = [] } = schemaOf(route.channel, 'input') ?? {}
    const set = [...namesInPath(route.path), ...Object.keys({ ...route.fixed, ...route.defaults })]
    expect({ route, set: set.filter((name) => !Object.hasOwn(properties, name)) }).toEqual({ route, set: [] })
    const names = [...namesInPath(route.path), ...fieldsOf(route).map(({ name }) => name)]
    expect({ route, names: [...new Set(names)] }).toEqual({ route, names })
    const given = [...names, ...Object.keys(route.fixed ?? {}), ...(route.within ? [route.within] : [])]
    expect({ route, missing: required.filter((name) => !given.includes(name)) }).toEqual({ route, missing: [] })
    // A parameter of every route.
    expect(names).not.toContain('project')
  }
  const places = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(places).size).toBe(places.length)
})

it('are found by whole segments, decoded once', () => {
  expect(valuesOfPath('/v1/sessions/{sessionId}/report', '/v1/sessions/a%2Fb%2525/report')).toEqual({
    sessionId: 'a/b%25',
  })
  expect(valuesOfPath('/v1/sessions/{sessionId}', '/v1/sessions/')).toBe(null)
  expect(valuesOfPath('/v1/sessions/{sessionId}', '/v1/sessions/a/b')).toBe(null)
  expect(valuesOfPath('/v1/sessions', '/V1/sessions')).toBe(null)
  expect(() => valuesOfPath('/v1/sessions/{sessionId}', '/v1/sessions/%')).toThrow(URIError)
})

it('make an OpenAPI document that Quarry itself reads, with every route, parameter and body', () => {
  const document = JSON.parse(JSON.stringify(openApiOf('1.2.3', 'http://127.0.0.1:8719'))) as Record<string, unknown>
  const api = describeOpenApi(document)
  expect(api).toMatchObject({
    format: 'openapi3',
    title: 'Quarry',
    servers: ['http://127.0.0.1:8719'],
    auth: [{ name: 'token', place: { kind: 'bearer' } }],
    leftOut: [],
  })
  const operations = api?.operations ?? []
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...routes.map(({ method, path }) => `${method} ${path}`), ...streamRoutes.map(({ path }) => `GET ${path}`)].sort(),
  )
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  for (const route of routes) {
    const operation = operations.find(({ method, path }) => method === route.method && path === route.path)
    expect({ route, names: operation?.parameters.map(({ name }) => name).sort() }).toEqual({
      route,
      names: [...namesInPath(route.path), ...fieldsOf(route).map(({ name }) => name), 'project'].sort(),
    })
    expect(
      operation?.parameters
        .filter(({ required }) => required)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      [
        ...namesInPath(route.path),
        ...fieldsOf(route).flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
      ].sort(),
    )
  }
})

it('no session over HTTP is let write more files than its project', () => {
  const start = routes.find(({ channel }) => channel === 'session.start')!
  expect(fieldsOf(start).map(({ name }) => name)).not.toContain('writesFiles')
  const given = {
    question: 'Why?',
    writesFiles: true,
    settings: { clarify: false, autoAccept: true, writesFiles: true },
  }
  const { writesFiles, settings } = channels['session.start'].input.parse({ ...given, ...start.fixed })
  expect([writesFiles, settings]).toEqual([undefined, { clarify: false, autoAccept: true }])
})
