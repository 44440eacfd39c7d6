import { z } from 'zod'
import { kindOfFact } from '../fact'

/** Characters of the settings' file. */
export const settingsTextAtMost = 100_000

/** What is wrong with a setting that the file, a variable or the library holds. `field` is its name, with those around it. */
export const settingsProblem = z.discriminatedUnion('kind', [
  /** `code`: of the system, as EACCES; empty where it has none. */
  kindOfFact('settingsNotRead', { code: z.string() }),
  kindOfFact('settingsTooLong', {}),
  /** `said`: the YAML parser's own words, in English. */
  kindOfFact('settingsNotYaml', { said: z.string() }),
  kindOfFact('settingsNoMapping', {}),
  kindOfFact('settingUnknown', { field: z.string() }),
  /** `allowed`: all values that it may have, where these are few. */
  kindOfFact('settingWrong', { field: z.string(), allowed: z.array(z.string()) }),
])
export type SettingsProblem = z.infer<typeof settingsProblem>

/** Where a problem stands: a line of the file (from 1), a variable, or what was chosen in the window before. */
export const settingsPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), line: z.number().int().positive() }),
  z.object({ kind: z.literal('variable'), name: z.string() }),
  z.object({ kind: z.literal('stored') }),
])
export type SettingsPlace = z.infer<typeof settingsPlace>

/** A setting that does not come from the window, and where it comes from. */
const fixedSetting = z.object({ key: z.string(), place: settingsPlace })

/** The settings' file as it is now, and what stands before the window's choices in a project. */
export const settingsFileView = z.object({
  path: z.string(),
  exists: z.boolean(),
  problems: z.array(z.object({ place: settingsPlace, problem: settingsProblem })),
  fixed: z.array(fixedSetting),
})
export type SettingsFileView = z.infer<typeof settingsFileView>
