import { z } from 'zod'
import { readNamedHost } from '../calls/named-host'
import { errorShape } from '../error-shape'
import { language } from '../language'
import { recognitionLanguages } from '../library/recognition'
import { sourceId } from '../library/source'
import { pooledResource } from '../pool/pool'
import { workFact } from '../progress'
import { searchModelName } from '../recall/search-models'
import { apiServerChoice } from '../resources/api-server'
import { capabilityLevels } from '../resources/capabilities'
import { matcherWeights } from '../resources/matcher-weights'
import { resourceId } from '../resources/resource'
import { engineName, roleEngines, roleInstructions, roleMemory, workSwitches } from '../session/engine'
import { askMode, clarificationRounds } from '../session/session'

export const namedHostsAtMost = 100

/** Settings that each project has for itself. */
export const projectSettings = z.object({
  clarify: z.boolean(),
  clarificationRounds,
  autoAccept: z.boolean(),
  /** Whether a paused session goes on by itself once what it waits for is free. */
  resumesByItself: z.boolean(),
  /** What reasons in new sessions. */
  engine: engineName,
  /** What reasons in single roles of new sessions; a role that is left out: `engine`. */
  roleEngines,
  /** What the models of new sessions are told beside the prompts of their roles. */
  roleInstructions,
  /** How the roles of new sessions get at what the project remembers; a role that is left out: as usual. */
  roleMemory,
  /** How new sessions work. */
  ...workSwitches.shape,
  /** Whether language models of sessions may ask to write files; a person is asked about each of them besides. */
  writesFiles: z.boolean(),
  /** Where they save new files, absolute; null: in Quarry's data folder. */
  exportFolder: z
    .string()
    .max(4096)
    .regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/)
    .nullable(),
  /** Sources that no session uses. */
  neverUse: z.array(sourceId).max(1000),
  /** How a question is worked on where nothing else is said. */
  askMode,
  /** What becomes of a sentence of a language model that its citations do not support. */
  unsupportedSentences: z.enum(['drop', 'mark']),
  /** Tokens of language models that a session may use. */
  sessionTokens: z.number().int().min(1000).max(100_000_000),
  /** Tokens of one turn of a language model, prompt and answer together. */
  messageTokens: z.number().int().min(1024).max(10_000_000),
  /** Tokens of a language model's context; null: what its server says, else a size that most have. */
  contextTokens: z.number().int().min(1024).max(10_000_000).nullable(),
  /** Whether what a person tells is remembered for later sessions, and whether answers are; tokens that an engine is given of both. */
  remembers: z.boolean(),
  learns: z.boolean(),
  memoryTokens: z.number().int().min(100).max(100_000),
  /** Whether questions that the library raises are answered while nobody is at the machine; how many a day, and in how much time. */
  backgroundLearning: z.boolean(),
  learnerQuestions: z.number().int().min(1).max(1000),
  learnerMinutes: z.number().int().min(1).max(1440),
  /** Languages whose text is recognised in scans and images; none: they are not read. */
  ocrLanguages: recognitionLanguages,
  /** How matches are weighed where a person chose otherwise than was measured. */
  matcherWeights,
  /**
   * Where processes that ask databases, APIs and MCP servers may connect to: nowhere, this machine and its local network, or
   * the hosts of `egressHosts`. Everything else of Quarry stays offline.
   */
  egress: z.enum(['offline', 'local', 'named']),
  /** Names or addresses for `named`, each with or without a port; `*.example.org` stands for every name below it. */
  egressHosts: z
    .array(z.string().refine((host) => typeof readNamedHost(host) !== 'string', 'This is no host.'))
    .max(namedHostsAtMost),
  /** The risk of a call from which a person is asked, and from which they are asked in two steps, 0..1. */
  askFrom: z.number().min(0).max(1),
  twoStepsFrom: z.number().min(0).max(1),
  /** Programs of MCP servers that may use the network; others have none where this system can keep them from it. */
  programNetwork: z.array(resourceId).max(1000),
  /** Servers of APIs, where a person chose one. */
  apiServers: z.record(resourceId, apiServerChoice),
})

/** Settings as a project sees them: the app's, and its own. What the window remembers of its own layout stands in `layout`. */
export const appSettings = z.object({
  language: z.enum(['system', ...language.options]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Whether the desktop says so when a session needs a person, ends or fails while the window is not in front. */
  notifies: z.boolean(),
  ...projectSettings.shape,
  /** Folder in `models` of the data folder whose cross-encoder reranks the hits; null: none does. */
  reranker: searchModelName.nullable(),
  /** Folder in `models` of the data folder whose encoder makes the vectors from the next start on; null: the built-in one. */
  encoder: searchModelName.nullable(),
  /** Ceiling of the similarity matrix in memory; beyond it the database searches. */
  similarityMemoryMb: z.number().int().min(0).max(16384),
  /** Sessions of all projects that work at the same time. */
  sessionsAtOnce: z.number().int().min(1).max(16),
  /** Sizes of the pool's staff; null: by the machine. */
  executors: z.number().int().min(1).max(16).nullable(),
  orchestrators: z.number().int().min(1).max(16).nullable(),
  reviewers: z.number().int().min(1).max(16).nullable(),
  /** Levels of what the pool's staff can do, where a person chose them: each for all members that have the capability. */
  staffLevels: capabilityLevels,
  /** What a person chose of resources in the pool, by resource. */
  poolResources: z.record(resourceId, pooledResource),
  /** Whether other programs on this computer may use Quarry over HTTP, with the token. */
  httpApi: z.boolean(),
  /** Port of 127.0.0.1; 0: a free one. */
  httpPort: z.number().int().min(0).max(65_535),
  layout: z.object({
    left: z.number().min(0).max(100),
    right: z.number().min(0).max(100),
    leftCollapsed: z.boolean(),
    rightCollapsed: z.boolean(),
    rightTab: z.enum(['source', 'evidence', 'timeline', 'state']),
    openSession: z.string().nullable(),
    /** The project that the window shows; absent in what older versions stored: the first. */
    openProject: z.string().max(64).optional(),
    /** What the middle shows; absent in what older versions stored: the session. */
    openView: z.enum(['session', 'search', 'resources', 'pool', 'calls', 'memory', 'domains']).optional(),
  }),
})
export type AppSettings = z.infer<typeof appSettings>

/** The footer's figures, streamed about once a second while anything moves. */
export const machineStatus = z.object({
  /** Of all cores, by the app and its threads, 0..1; null before it was measured. */
  cpuShare: z.number().min(0).max(1).nullable(),
  memoryMb: z.number(),
  recallMs: z.number().nullable(),
  storeMs: z.number().nullable(),
  inferenceQueue: z.number().int(),
  /** What is at work beside the pool's members, and since when (ISO time). Empty where nothing is. */
  work: z.array(z.object({ fact: workFact, since: z.string() })),
  encoder: z.string(),
  /** Whether this system lets Quarry keep programs from the network. */
  programsOffline: z.boolean(),
  /** The HTTP API: its address while it serves, and what hinders it. */
  httpApi: z.object({ url: z.string().nullable(), error: errorShape.nullable() }),
})
export type MachineStatus = z.infer<typeof machineStatus>
