import { QuarryError } from '../../contract/errors'
import type { ResourceType } from '../../contract/resources/resource'
import type { ChoiceReason } from '../../contract/session/resource-choice'
import type { StepRequirement } from '../../contract/session/session'
import type { ResearchOptions } from '../research'
import type { Resources } from '../resources'
import type { DatabaseQuestions } from '../text2sql'
import type { ServiceQuestions } from './service-questions'

const databaseNeed = { type: 'database', capability: 'sql_query', level: 1 } as const
const apiNeed = { type: 'api', capability: 'api_call', level: 1 } as const
const toolNeed = { type: 'tool', capability: 'tool_call', level: 1 } as const

const needOn = { database: databaseNeed, api: apiNeed, mcp_server: toolNeed, tool: toolNeed } as const
const isNeedable = (type: ResourceType): type is keyof typeof needOn => type in needOn

interface Needable {
  readonly resourceId: string
  readonly type: keyof typeof needOn
  readonly name: string
}

/**
 * What a step that asks the question needs: the databases that it reads as a query of, else the service that it reads as a
 * call of, each with why. Where more databases answer alike than are asked, a need that waits for a person's choice. What a
 * person chose for such a question before comes in the place of what they passed over then.
 */
export function createFindResources(
  questions: Pick<DatabaseQuestions, 'find'>,
  services: Pick<ServiceQuestions, 'find'>,
  resources: Pick<Resources, 'preferenceFor' | 'get'>,
  isLeftAlone: (resourceId: string) => boolean,
): NonNullable<ResearchOptions['findResources']> {
  const findAnswering = createFindAnswering(questions, services)
  /** Those that can be asked now. */
  async function askableNow(chosen: readonly string[], among: readonly string[] | undefined): Promise<Needable[]> {
    const found: Needable[] = []
    for (const resourceId of chosen) {
      if (isLeftAlone(resourceId) || among?.includes(resourceId) === false) continue
      try {
        const { type, name, status } = await resources.get(resourceId)
        if (status === 'ready' && isNeedable(type)) found.push({ resourceId, type, name })
      } catch (error) {
        // Removed since.
        if (!(error instanceof QuarryError && error.code === 'resource.notFound')) throw error
      }
    }
    return found
  }
  return async (question, signal, among) => {
    const found = await findAnswering(question, signal, among)
    const preference = await resources.preferenceFor(question)
    if (preference === null) return found
    const preferred = await askableNow(preference.chosen, among)
    // A database that this question does not read as a query of answers none, however often it was chosen.
    const readable = new Set(found.flatMap(idsIn))
    const answering = preferred.filter(({ type, resourceId }) => type !== 'database' || readable.has(resourceId))
    const asked = found.length === 0 ? preferred : answering
    if (asked.length === 0) return found
    const because: ChoiceReason = { kind: 'preferredBefore', values: { question: preference.question.slice(0, 300) } }
    const chosen = asked.map(({ resourceId, type, name }): StepRequirement => {
      const known = found.find((need) => need.resourceId === resourceId)
      const reasons = known?.choice?.reasons.filter(({ kind }) => kind !== 'answersAlike') ?? []
      const choice = { name, sureness: known?.choice?.sureness ?? null, reasons: [because, ...reasons] }
      return { ...needOn[type], ...known, resourceId, choice }
    })
    const isSettled = ({ resourceId }: StepRequirement): boolean =>
      resourceId === null ||
      preference.passedOver.includes(resourceId) ||
      chosen.some((need) => need.resourceId === resourceId)
    return [...chosen, ...found.filter((need) => !isSettled(need))]
  }
}

/** The resources that a need is on, or waits for a person to choose from. */
const idsIn = ({ resourceId, choice }: StepRequirement): string[] =>
  resourceId !== null
    ? [resourceId]
    : (choice?.reasons ?? []).flatMap((reason) =>
        reason.kind === 'tooManyAlike' ? reason.values.alike.map((one) => one.resourceId) : [],
      )

function createFindAnswering(
  questions: Pick<DatabaseQuestions, 'find'>,
  services: Pick<ServiceQuestions, 'find'>,
): NonNullable<ResearchOptions['findResources']> {
  return async (question, signal, among) => {
    const { askable, tooManyAlike } = await questions.find(question, signal, among)
    const others = askable.length - 1
    if (askable.length > 0) {
      return askable.map(({ resourceId, name, sureness, reading }): StepRequirement => {
        const alike: ChoiceReason[] = others > 0 ? [{ kind: 'answersAlike', values: { others } }] : []
        const reasons: ChoiceReason[] = [{ kind: 'readsAsQuery', values: { reading } }, ...alike]
        return { ...databaseNeed, resourceId, choice: { name, sureness, reasons } }
      })
    }
    const [first] = tooManyAlike
    const alike = tooManyAlike.map(({ resourceId, name }) => ({ resourceId, name }))
    const undecided: StepRequirement[] =
      first === undefined
        ? []
        : [
            {
              ...databaseNeed,
              resourceId: null,
              choice: {
                name: null,
                sureness: null,
                reasons: [{ kind: 'tooManyAlike', values: { alike, sureness: first.sureness } }],
              },
            },
          ]
    const found = await services.find(question, signal, among)
    if (found === null) return undecided
    const { resource, operation, sureness, isNamed } = found
    const named: ChoiceReason[] = isNamed ? [{ kind: 'namedInQuestion', values: {} }] : []
    const reasons: ChoiceReason[] = [{ kind: 'readsAsCall', values: { operation } }, ...named]
    const need = resource.type === 'api' ? apiNeed : toolNeed
    return [
      ...undecided,
      { ...need, resourceId: resource.resourceId, choice: { name: resource.name, sureness, reasons } },
    ]
  }
}
