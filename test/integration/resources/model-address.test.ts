import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProcessEgress } from '../../../contract/processes/work-process'
import type { Inference } from '../../../main/inference'
import { startChildProcess } from '../../../main/processes'
import { createDiscoverers, type Resources } from '../../../main/resources'
import { createResourceLocks } from '../../../main/resources/resource-locks'
import type { Store } from '../../../main/store'
import { openFreshStore, openResources, secretsInMemory, startEncoder, workersDir } from './support'

let store: Store
let inference: Inference
let found: ReturnType<typeof createDiscoverers>
let resources: Resources
let secrets: ReturnType<typeof secretsInMemory>
let egress: ProcessEgress = 'offline'
const servers: Server[] = []

beforeAll(async () => {
  store = await openFreshStore()
  inference = await startEncoder()
  found = createDiscoverers({ workersDir, start: startChildProcess, egress: () => 'offline' })
})
afterAll(async () => {
  await found.close()
  await inference.close()
  await store.close()
})
beforeEach(async () => {
  egress = 'offline'
  secrets = secretsInMemory()
  const { discoverers } = found.within(() => egress)
  resources = openResources(store, inference, { discoverers, secrets })
  await resources.start()
})
afterEach(async () => {
  await resources.close()
  await store.database.query('truncate resource_registry, resource_match_history cascade')
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return (server.address() as AddressInfo).port
}
const withKey =
  (key: string | null, path = '/v1/models'): RequestListener =>
  ({ url, headers }, response) => {
    const status = url !== path ? 404 : key !== null && headers.authorization !== `Bearer ${key}` ? 401 : 200
    const body = status === 200 ? { data: [{ id: 'large', context_length: 128_000 }] } : { error: { message: 'no' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const locks = () =>
  createResourceLocks({
    secrets,
    read: resources.get,
    lookAgain: async (id) => void (await resources.refresh(id)),
    onChanged: () => {},
  })

it('is registered where it wants a key, and lists its models with one', async () => {
  const port = await serve(withKey('right'))
  const [taken] = await resources.addText(`http://localhost:${port}`)
  const id = taken!.resourceId
  expect(await resources.get(id)).toMatchObject({
    status: 'needsSecret',
    metadata: { location: `http://127.0.0.1:${port}`, models: [] },
  })
  expect((await locks().unlock(id, { key: 'wrong' })).resource).toMatchObject({
    status: 'needsSecret',
    error: { code: 'resource.needsSecret' },
  })
  expect((await locks().unlock(id, { key: 'Bearer right' })).resource).toMatchObject({
    status: 'ready',
    error: null,
    metadata: { models: ['large'] },
  })
  expect(JSON.stringify(await store.database.query('select * from resource_registry'))).not.toContain('right')
  // Away for a while, it keeps what it had.
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await resources.refresh(id)
  expect(await resources.get(id)).toMatchObject({ status: 'unavailable', metadata: { models: ['large'] } })
})

it('elsewhere is asked only where the network setting names it', async () => {
  let visits = 0
  const port = await serve((request, response) => {
    visits++
    withKey(null, '/api/v1/models')(request, response)
  })
  // Any address of this machine that is none of the loopback's counts as elsewhere.
  const [taken] = await resources.addText(`http://0.0.0.0:${port}/api/v1/chat/completions`)
  const id = taken!.resourceId
  expect(await resources.get(id)).toMatchObject({
    name: `0.0.0.0:${port}`,
    status: 'unavailable',
    error: { code: 'egress.denied' },
    metadata: { location: `http://0.0.0.0:${port}/api/v1`, models: [] },
  })
  expect(visits).toBe(0)
  egress = { hosts: [`0.0.0.0:${port}`] }
  await resources.refresh(id)
  expect(await resources.get(id)).toMatchObject({ status: 'ready', error: null, metadata: { models: ['large'] } })
  expect(visits).toBe(1)
})

it('that lists no models is refused with what to look at', async () => {
  const port = await serve((_, response) => void response.writeHead(200).end('<h1>Hello'))
  await expect(resources.addText(`http://localhost:${port}/api/v1`)).rejects.toMatchObject({
    code: 'resource.unsupported',
    remedy: { kind: 'checkModelAddress' },
  })
})
