import { buildWorkers } from '../../scripts/build-workers.mjs'

/** Workers run from built files: the tests build them from the sources that they test. */
export default async function buildWorkersOnce(): Promise<void> {
  await buildWorkers()
}
