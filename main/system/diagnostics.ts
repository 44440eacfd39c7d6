import { homedir } from 'node:os'
import { stringify } from 'yaml'
import type { AppSettings } from '../../contract/app/app'
import type { DoctorReport } from '../../contract/app/doctor'
import type { LibrarySummary } from '../../contract/library/source'
import type { ErrorSnapshot } from '../../contract/session/session'

export interface Diagnosed {
  readonly at: string
  readonly doctor: DoctorReport
  /** Null where the library could not be opened. */
  readonly project: {
    readonly settings: AppSettings
    readonly library: LibrarySummary
    /** How many sources failed with each code. */
    readonly failures: Readonly<Record<string, number>>
    /** How many sessions are in each state. */
    readonly sessions: Readonly<Record<string, number>>
    readonly errors: readonly ErrorSnapshot[]
  } | null
  /** Lines of the log, oldest first. */
  readonly log: readonly string[]
}

/**
 * A text for whoever helps, which its person can read first: YAML, without names of sources, questions, hosts, secrets, or anything
 * of the material. Messages of errors may quote any of these: of an error it has the code and the places in Quarry's own code. The
 * person's home folder is `~`.
 */
export function diagnosticsText({ at, doctor, project, log }: Diagnosed): string {
  const text = stringify(
    {
      writtenAt: at,
      version: doctor.version,
      checks: doctor.checks.map(({ name, status, finding, remedy }) => ({
        name,
        status,
        finding,
        remedy: remedy?.kind,
      })),
      ...(project === null
        ? { project: 'not opened' }
        : {
            settings: settingsWithoutNames(project.settings),
            library: { ...project.library, pauseReason: project.library.pauseReason?.code },
            failedSources: project.failures,
            sessions: project.sessions,
            errors: project.errors.map(({ at: errorAt, state, error, stack }) => ({
              ...{ at: errorAt, state, code: error.code, stack: framesOf(stack) },
            })),
          }),
      log: log.map(withoutWords),
    },
    { aliasDuplicateObjects: false },
  )
  const home = homedir()
  return home.length > 1 ? text.replaceAll(home, '~') : text
}

/** What names hosts, resources or sources is told by its count. */
function settingsWithoutNames(settings: AppSettings): Record<string, unknown> {
  const { layout: _, poolResources, apiServers, roleEngines, engine, ...others } = settings
  return {
    ...others,
    neverUse: settings.neverUse.length,
    egressHosts: settings.egressHosts.length,
    programNetwork: settings.programNetwork.length,
    poolResources: Object.keys(poolResources).length,
    apiServers: Object.keys(apiServers).length,
    hasModel: engine !== 'extractive',
    rolesWithModel: Object.keys(roleEngines).length,
  }
}

const framesOf = (stack: string | null): string[] =>
  (stack ?? '').split('\n').filter((line) => line.startsWith('    at '))

/** A line of the log; one that is cut off or was not written by it is left out. */
function withoutWords(line: string): unknown {
  try {
    const { message: _, stack, ...entry } = JSON.parse(line) as Record<string, unknown>
    return typeof stack === 'string' ? { ...entry, stack: framesOf(stack) } : entry
  } catch {
    return '…'
  }
}
