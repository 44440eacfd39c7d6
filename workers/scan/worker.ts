import { parentPort, workerData } from 'node:worker_threads'
import type { ModelProbeMessage, ModelProbeOptions } from '../../contract/models/model-probe'
import { enforceEgress } from '../egress/guard'
import { probeModelServers } from './probe'

const options = workerData as ModelProbeOptions
enforceEgress({ loopbackPorts: options.probes.map(({ port }) => port) }, 'scan')
const send = (message: ModelProbeMessage): void => parentPort?.postMessage(message)
send({ kind: 'started' })
send({ kind: 'answer', answer: await probeModelServers(options) })
