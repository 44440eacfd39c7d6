import { hasMemoryTools, memoryOfRole, rolesOf, workOf } from '../../../contract/session/engine'
import type { SessionHooks } from '../../plugins'
import type { ModelEnginePorts, ReasoningEngine } from '../../reasoning'
import type { Database } from '../../store'
import { readRefusals, type ToolRegistry } from '../../tools'
import { readSession, type SessionRecord } from '../repository/sessions'
import { createDraftLog } from './draft-log'
import { withHooks } from './hooked-engine'
import { createSessionModel, type ModelPorts } from './session-model'

interface SessionEnginesOptions {
  readonly database: Database
  readonly projectId: string
  /** What reasons in sessions without a language model. */
  readonly engine: ReasoningEngine
  /** Undefined where no session has a language model. */
  readonly models: ModelPorts | undefined
  readonly hooks: SessionHooks | null
  readonly toolsOf: ToolRegistry['toolsOf']
  readonly mayWriteFiles: (sessionId: string) => Promise<boolean>
  readonly now: () => string
  /** Told of each session whose draft changed. */
  readonly onDraft: (sessionId: string) => void
}

/** What a session's row says of its engines. */
export type ChosenEngine = Pick<SessionRecord, 'engine' | 'settings'>

/** Characters of a draft that are shown, the last ones. */
const shownDraft = 2000

/** What reasons in each session, as its row and its settings say, and what its language model is writing just now. */
export function createSessionEngines(options: SessionEnginesOptions) {
  const { database, projectId, engine, models, hooks, toolsOf, mayWriteFiles, now } = options
  const drafts = createDraftLog()

  const toolsWithRefusals: ModelEnginePorts['toolsOf'] = async (resourceId, signal) => {
    const offered = await toolsOf(resourceId, signal)
    const refused = await readRefusals(database, projectId, resourceId)
    return offered.map((tool) => ({ ...tool, refused: refused.get(tool.name) }))
  }

  const chosenEngineOf = async (
    sessionId: string,
    { engine: chosen, settings }: ChosenEngine,
  ): Promise<ReasoningEngine> => {
    const places = models === undefined ? [] : rolesOf(chosen, settings.roleEngines)
    if (models === undefined || places.length === 0) return engine
    const onDraft = (draft: string | null): void => {
      drafts.note(sessionId, draft, now())
      options.onDraft(sessionId)
    }
    const ofSession = { database, projectId, sessionId, models, now, onDraft }
    const roles = places.map(([role, place]) => {
      const instructions = settings.roleInstructions?.[role] ?? ''
      return [role, createSessionModel(place, { ...ofSession, instructions })] as const
    })
    const offersMemory = hasMemoryTools(memoryOfRole('research', settings.roleMemory))
    return models.engineOn(Object.fromEntries(roles), {
      toolsOf: toolsWithRefusals,
      offersMemory,
      mayWriteFiles: () => mayWriteFiles(sessionId),
      work: workOf(settings),
    })
  }

  return {
    /** @param known the session's row, where it was read just now */
    async engineOf(sessionId: string, known?: ChosenEngine): Promise<ReasoningEngine> {
      const chosen = await chosenEngineOf(sessionId, known ?? (await readSession(database, projectId, sessionId)))
      return hooks === null ? chosen : withHooks(chosen, hooks, sessionId)
    },
    drafts,
    draftOf: (sessionId: string): string | undefined => drafts.textOf(sessionId)?.slice(-shownDraft),
  }
}
