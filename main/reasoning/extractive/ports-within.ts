import type { SessionScope } from '../../../contract/session-scope'
import type { ExtractivePorts } from './ports'

/**
 * Ports that find nothing but what a session may use. Recall is narrowed before it searches: what it found in the whole
 * library and left out afterwards might be all that it found.
 */
export function portsWithin(ports: ExtractivePorts, scope: SessionScope | undefined): ExtractivePorts {
  if (scope === undefined) return ports
  const { folders, sourceIds } = scope
  const filter = { within: { folders, sourceIds } }
  const { samplePassages: _ofWholeLibrary, code, ...others } = ports
  return {
    ...others,
    recall: (query, options) => ports.recall(query, { ...options, filter }),
    ...(code !== undefined && {
      code: { ...code, recallCode: (query, options) => code.recallCode(query, { ...options, filter }) },
    }),
  }
}
