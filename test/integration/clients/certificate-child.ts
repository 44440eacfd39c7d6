import { join } from 'node:path'
import { toErrorShape } from '../../../contract/errors'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createLanguageModels, createModelFiles } from '../../../main/clients'
import { startChildProcess as start } from '../../../main/processes'

/** Lists the models of a server, in a process that trusts what it was started with: its answer, or its error, as JSON. */
const [, , location = '', project = ''] = process.argv
const workersDir = join(project, 'out', 'workers')
const models = createLanguageModels({
  workersDir,
  start,
  secrets: { get: async () => null, set: async () => 'session', remove: async () => undefined },
  egress: () => 'offline',
  files: createModelFiles({ workersDir, start }),
  fileContextTokens: () => 4096,
})
const server = {
  resourceId: 'model:x',
  name: 'Server',
  metadata: { type: 'model', provider: 'openai-compatible', location, models: [] },
}
const answer = await models
  .list(server as unknown as UniversalResource, AbortSignal.timeout(20_000))
  .catch((error: unknown) => toErrorShape(error))
process.stdout.write(JSON.stringify(answer))
await models.close()
