import { QuarryError } from '../../../contract/errors'
import type { Connection } from '../../api'
import type { StartOptions } from '../../runtime'
import { attachToOwner } from '../../socket'
import { dataDirectory, runtimePaths } from '../../system'

export interface ConnectOptions {
  readonly projectDirectory: string
  readonly data: string | undefined
  readonly onBackgroundError: (error: unknown) => void
  /** What differs for a command that stays. Default: it resumes nothing, and its programs may start. */
  readonly staying?: Pick<StartOptions, 'resumeSessions' | 'mayStartProgram'>
}

/**
 * The runtime of the data folder: that of the process that owns it, else one of our own. Where an owner starts or
 * stops in between, the other way is tried once.
 */
export async function connect({
  projectDirectory,
  data,
  onBackgroundError,
  staying = { resumeSessions: false },
}: ConnectOptions): Promise<Connection> {
  const paths = runtimePaths(projectDirectory, dataDirectory(data))
  const owner = await attachToOwner(paths.data)
  if (owner !== null) return owner
  // Loading it takes longer than all that a command does beside an open library.
  const { startRuntime } = await import('../../runtime')
  try {
    return (await startRuntime({ paths, onBackgroundError, ...staying })).connection
  } catch (error) {
    if (error instanceof QuarryError && error.code === 'store.locked') {
      const lateOwner = await attachToOwner(paths.data)
      if (lateOwner !== null) return lateOwner
    }
    throw error
  }
}
