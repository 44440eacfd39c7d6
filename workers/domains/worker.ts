import '../egress/offline'
import { parentPort, workerData } from 'node:worker_threads'
import { toErrorShape } from '../../contract/errors'
import type { DomainBuildMessage, DomainBuildOptions } from '../../contract/library/domain-build'
import { buildDomains } from './build'

const send = (message: DomainBuildMessage): void => parentPort?.postMessage(message)
send({ kind: 'started' })
try {
  const { documents } = workerData as DomainBuildOptions
  send({ kind: 'built', clusters: buildDomains(documents, (done) => send({ kind: 'progress', done })) })
} catch (error) {
  send({ kind: 'failed', error: toErrorShape(error) })
}
