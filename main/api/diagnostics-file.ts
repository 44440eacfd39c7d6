import { diagnosticsText } from '../system'
import type { AppParts, ProjectParts } from './runtime-parts'

/** Sources whose failures are counted. */
const mostCounted = 1000

/** What helps to find a fault in a project, as a file that a person may pass on. */
export async function diagnosticsOf(
  { library, research, settings }: ProjectParts,
  app: AppParts,
): Promise<{ fileName: string; text: string }> {
  const failed = await library.list({ offset: 0, limit: mostCounted, filter: { states: ['failed'] } })
  const at = new Date().toISOString()
  const text = diagnosticsText({
    at,
    doctor: await app.doctor(),
    project: {
      settings: settings.get(),
      library: await library.summary(),
      failures: counted(failed.sources.map(({ error }) => error?.code ?? 'unknown')),
      sessions: counted((await research.list({})).map(({ state }) => state)),
      errors: await research.errors(null, 100),
    },
    log: await app.log.tail(500),
  })
  return { fileName: `quarry-diagnostics-${at.slice(0, 10)}.yaml`, text }
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
