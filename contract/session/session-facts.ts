import { z } from 'zod'
import { errorShape } from '../error-shape'
import { kindOfFact, toldFact } from '../fact'
import { memberType, waitFact } from '../pool/pool-facts'
import { checkpointFact } from './checkpoint-facts'

/** What Quarry asks before it begins, and why. */
export const clarificationFact = z.discriminatedUnion('kind', [
  kindOfFact('askQuestion', {}),
  kindOfFact('questionNamesNothing', {}),
  kindOfFact('askNarrower', { subject: z.string() }),
  kindOfFact('questionTooBroad', { subject: z.string(), passages: z.number().int(), sources: z.number().int() }),
  kindOfFact('askForMaterial', {}),
  /** `underWay`: files that are still being read. */
  kindOfFact('nothingToCite', { underWay: z.number().int() }),
  /** In a language model's words, and that it was one. */
  kindOfFact('modelAsks', { text: z.string() }),
  kindOfFact('modelIsUnsure', { model: z.string() }),
  toldFact,
])
export type ClarificationFact = z.infer<typeof clarificationFact>

/** Roles that rules play where a model fails, beside the plan. */
const roleOfRules = z.enum(['clarify', 'research', 'verify'])

/** What an event of a session says beside its type. */
export const sessionEventFact = z.discriminatedUnion('kind', [
  /** In a person's or the material's own words. */
  kindOfFact('inOwnWords', { text: z.string() }),
  kindOfFact('asked', { prompt: clarificationFact }),
  kindOfFact('themesFound', { count: z.number().int() }),
  /** What is still missing, in words to search for. */
  kindOfFact('gapsFound', { gaps: z.array(z.string()) }),
  kindOfFact('stepsPlanned', { count: z.number().int() }),
  /** The session's language model could not. */
  kindOfFact('plannedByRules', { model: z.string(), error: errorShape }),
  /** Rules took a language model's place in another role; `about` is the step, empty where there is none. */
  kindOfFact('workedByRules', { role: roleOfRules, about: z.string(), model: z.string(), error: errorShape }),
  kindOfFact('approvedAutomatically', {}),
  kindOfFact('approvedWithEdits', {}),
  kindOfFact('stepSkipped', { title: z.string() }),
  /** A person changed what it needs; `needed` is what it needed before. */
  kindOfFact('stepRequires', {
    title: z.string(),
    needed: z.array(z.object({ type: memberType, capability: z.string().nullable(), level: z.number().int() })),
  }),
  /** It goes on from a checkpoint of the session with this title. */
  kindOfFact('branchedAt', { title: z.string(), checkpoint: checkpointFact }),
  kindOfFact('citationsMade', { count: z.number().int() }),
  kindOfFact('sentencesChecked', { supported: z.number().int(), claims: z.number().int() }),
  /** A language model wrote without the library: there is nothing to check against. */
  kindOfFact('nothingToCheck', {}),
  /** What a plugin said around a reply, what it changed of a plan (titles of steps), or how it failed. */
  kindOfFact('pluginNoted', { plugin: z.string(), note: z.string() }),
  kindOfFact('pluginChangedPlan', { plugin: z.string(), added: z.array(z.string()), dropped: z.array(z.string()) }),
  kindOfFact('pluginChangedMemory', { plugin: z.string(), given: z.number().int(), of: z.number().int() }),
  kindOfFact('pluginFailed', { plugin: z.string(), hook: z.string(), error: errorShape }),
  kindOfFact('endedBy', { error: errorShape }),
  kindOfFact('blockedOn', { wait: waitFact }),
  toldFact,
])
export type SessionEventFact = z.infer<typeof sessionEventFact>
