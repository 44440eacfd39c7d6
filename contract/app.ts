import { z } from 'zod'
import { matcherWeights } from './matcher-weights'

/** What `doctor` and About tell. */
export const doctorReport = z.object({
  version: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'warning', 'missing']),
      detail: z.string(),
      /** Which of the things that the check may find `detail` says, and the values in it: the window words it by these. */
      finding: z
        .enum([
          'electron',
          'electronFallback',
          'electronMissing',
          'model',
          'modelMissing',
          'databaseOpen',
          'threads',
          'threadsMissing',
          'disk',
          'diskUnknown',
          'displayMissing',
        ])
        .optional(),
      facts: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      remedy: z.string().optional(),
    }),
  ),
})
export type DoctorReport = z.infer<typeof doctorReport>

/** Settings of the app. What the window remembers of its own layout stands in `layout`. */
export const appSettings = z.object({
  language: z.enum(['system', 'en', 'zh-CN']),
  theme: z.enum(['system', 'light', 'dark']),
  clarify: z.boolean(),
  autoAccept: z.boolean(),
  /** Whether a paused session goes on by itself once what it waits for is free. */
  resumesByItself: z.boolean(),
  /** Ceiling of the similarity matrix in memory; beyond it the database searches. */
  similarityMemoryMb: z.number().int().min(0).max(16384),
  executors: z.number().int().min(1).max(16).nullable(),
  /**
   * Where threads that look at databases may connect to: nowhere, or this machine and its local network. Everything else
   * of Quarry stays offline.
   */
  egress: z.enum(['offline', 'local']),
  /** How matches are weighed where a person chose otherwise than was measured. */
  matcherWeights,
  layout: z.object({
    left: z.number().min(0).max(100),
    right: z.number().min(0).max(100),
    leftCollapsed: z.boolean(),
    rightCollapsed: z.boolean(),
    rightTab: z.enum(['source', 'evidence', 'timeline', 'state']),
    openSession: z.string().nullable(),
    /** What the middle shows; absent in what older versions stored: the session. */
    openView: z.enum(['session', 'resources', 'pool']).optional(),
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
  egress: z.enum(['offline', 'local', 'named']),
  engine: z.string(),
  encoder: z.string(),
})
export type MachineStatus = z.infer<typeof machineStatus>
