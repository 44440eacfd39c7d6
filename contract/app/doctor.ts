import { z } from 'zod'
import { errorShape } from '../error-shape'
import { kindOfFact } from '../fact'
import { remedy } from './remedies'

/** The process that has a library open. */
export const libraryHolder = z.object({
  pid: z.number().int(),
  host: z.string(),
  command: z.string(),
  takenAt: z.iso.datetime(),
  sameHost: z.boolean(),
  sameProcess: z.boolean(),
})
export type LibraryHolder = z.infer<typeof libraryHolder>

/** What a check of `doctor` may find. Sizes are in GiB. */
export const doctorFact = z.discriminatedUnion('kind', [
  kindOfFact('quarryVersion', { version: z.string() }),
  kindOfFact('runtimeFound', {
    node: z.string(),
    electron: z.string().nullable(),
    chromium: z.string().nullable(),
    v8: z.string(),
    platform: z.string(),
    arch: z.string(),
  }),
  kindOfFact('electronFound', { version: z.string(), origin: z.enum(['official', 'fallback', 'env']) }),
  kindOfFact('electronMissing', {}),
  kindOfFact('modelFound', { id: z.string(), dimensions: z.number().int() }),
  kindOfFact('modelMissing', {}),
  kindOfFact('libraryOpen', { schema: z.number().int(), path: z.string() }),
  kindOfFact('libraryClosed', { schema: z.number().int(), path: z.string(), holder: libraryHolder.nullable() }),
  kindOfFact('libraryNotYet', { path: z.string(), holder: libraryHolder.nullable() }),
  kindOfFact('libraryUnusable', { path: z.string(), error: errorShape }),
  kindOfFact('threadsFound', { cores: z.number().int(), memoryGiB: z.number(), names: z.array(z.string()) }),
  kindOfFact('threadsMissing', { names: z.array(z.string()) }),
  kindOfFact('diskFree', { freeGiB: z.number(), path: z.string() }),
  kindOfFact('diskUnknown', { path: z.string(), error: errorShape }),
  kindOfFact('displayFound', { display: z.string() }),
  kindOfFact('displayMissing', {}),
])
export type DoctorFact = z.infer<typeof doctorFact>

/** What `doctor` and About tell. */
export const doctorReport = z.object({
  version: z.string(),
  checks: z.array(
    z.object({
      name: z.enum(['quarry', 'runtime', 'electron', 'model', 'database', 'threads', 'disk', 'display']),
      status: z.enum(['ok', 'warning', 'missing']),
      finding: doctorFact,
      remedy: remedy.optional(),
    }),
  ),
})
export type DoctorReport = z.infer<typeof doctorReport>
