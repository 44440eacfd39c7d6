import { workerData } from 'node:worker_threads'
import { enforceEgress } from './guard'

// Imported first by a worker that may be let out: by who starts it, and no further than they say.
const { egress } = workerData as { readonly egress?: unknown }
enforceEgress(egress === 'local' ? 'local' : 'offline')
