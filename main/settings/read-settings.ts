import { isMap, isScalar, LineCounter, parse, parseDocument } from 'yaml'
import { z } from 'zod'
import { type AppSettings, appSettings, projectSettings } from '../../contract/app/app'
import {
  type SettingsFileView,
  type SettingsPlace,
  type SettingsProblem,
  settingsTextAtMost,
} from '../../contract/app/settings-file'

interface Written {
  readonly values: Partial<AppSettings>
  readonly fixed: SettingsFileView['fixed']
}

/** Settings that a person wrote down, with what is wrong among them. What is wrong is none of the values. */
export interface WrittenSettings extends Written {
  /** By project; of them only what a project can have for itself. */
  readonly ofProjects: ReadonlyMap<string, Written>
  readonly problems: SettingsFileView['problems']
}

export const nothingWritten: WrittenSettings = { values: {}, ofProjects: new Map(), fixed: [], problems: [] }

/** What the window remembers of its own layout is nothing to be written down. */
const writtenKeys = new Set(Object.keys(appSettings.shape).filter((key) => key !== 'layout'))
const projectKeys = new Set(Object.keys(projectSettings.shape))
const projectName = z.string().min(1).max(64)

/** The settings of a YAML text: a mapping of names, and below `projects` one mapping each by the project's id. */
export function readSettingsText(text: string): WrittenSettings {
  const problems: SettingsFileView['problems'] = []
  const ofProjects = new Map<string, Written>()
  const add = (line: number, problem: SettingsProblem): void => {
    problems.push({ place: { kind: 'file', line }, problem })
  }
  const none = (line: number, problem: SettingsProblem): WrittenSettings => ({
    ...nothingWritten,
    problems: [{ place: { kind: 'file', line }, problem }],
  })
  if (text.length > settingsTextAtMost) return none(1, { kind: 'settingsTooLong', values: {} })
  const lines = new LineCounter()
  const lineOf = (node: unknown): number => {
    const { range } = node as { range?: readonly number[] | null }
    return Math.max(1, lines.linePos(range?.[0] ?? 0).line)
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const [broken] = document.errors
  if (broken !== undefined) {
    return none(Math.max(1, lines.linePos(broken.pos[0]).line), {
      kind: 'settingsNotYaml',
      values: { said: broken.message },
    })
  }
  if (document.contents === null) return nothingWritten
  if (!isMap(document.contents)) return none(1, { kind: 'settingsNoMapping', values: {} })

  const readMapping = (
    { items }: { readonly items: readonly { key: unknown; value: unknown }[] },
    projectId: string | null,
  ): Written => {
    const values: Record<string, unknown> = {}
    const fixed: SettingsFileView['fixed'] = []
    const keys = projectId === null ? writtenKeys : projectKeys
    const around = projectId === null ? '' : `projects.${projectId}.`
    for (const { key: node, value } of items) {
      const key = isScalar(node) ? String(node.value) : ''
      const line = lineOf(node)
      const field = `${around}${key}`
      if (projectId === null && key === 'projects') readProjects(value, line)
      else if (!keys.has(key)) add(line, { kind: 'settingUnknown', values: { field } })
      else {
        const schema = schemaOf(key)
        const parsed = schema.safeParse(plainOf(value))
        if (parsed.success) {
          values[key] = parsed.data
          fixed.push({ key, place: { kind: 'file', line } })
        } else add(line, { kind: 'settingWrong', values: { field, allowed: allowedBy(schema) } })
      }
    }
    return { values: values as Partial<AppSettings>, fixed }
  }
  const readProjects = (value: unknown, line: number): void => {
    if (!isMap(value)) {
      add(line, { kind: 'settingWrong', values: { field: 'projects', allowed: [] } })
      return
    }
    for (const { key, value: own } of value.items) {
      const id = projectName.safeParse(isScalar(key) ? String(key.value) : '')
      if (id.success && isMap(own)) {
        ofProjects.set(id.data, readMapping(own, id.data))
      } else {
        const field = `projects.${id.success ? id.data : ''}`
        add(lineOf(key), { kind: 'settingWrong', values: { field, allowed: [] } })
      }
    }
  }
  const plainOf = (value: unknown): unknown => {
    try {
      // Aliases let a short text stand for a huge one.
      return (value as { toJS(of: unknown, options: object): unknown } | null)?.toJS(document, { maxAliasCount: 0 })
    } catch {
      return undefined
    }
  }
  return { ...readMapping(document.contents, null), ofProjects, problems }
}

/** Settings of `QUARRY_<NAME>` variables, their values as YAML writes them: `QUARRY_SESSION_TOKENS=50000`. */
export function readSettingsVariables(environment: NodeJS.ProcessEnv): WrittenSettings {
  const values: Record<string, unknown> = {}
  const fixed: SettingsFileView['fixed'] = []
  const problems: SettingsFileView['problems'] = []
  for (const key of writtenKeys) {
    const name = variableOf(key)
    const text = environment[name]
    if (text === undefined || text === '') continue
    const place: SettingsPlace = { kind: 'variable', name }
    const schema = schemaOf(key)
    const parsed = [readYaml(text), text].map((one) => schema.safeParse(one)).find(({ success }) => success)
    if (parsed?.success === true) {
      values[key] = parsed.data
      fixed.push({ key, place })
    } else
      problems.push({ place, problem: { kind: 'settingWrong', values: { field: key, allowed: allowedBy(schema) } } })
  }
  return { values: values as Partial<AppSettings>, ofProjects: new Map(), fixed, problems }
}

/** `sessionTokens` is `QUARRY_SESSION_TOKENS`. */
export const variableOf = (key: string): string => `QUARRY_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`

const schemaOf = (key: string): z.ZodType => appSettings.shape[key as keyof AppSettings]

/** All values that a setting may have, where these are few. */
function allowedBy(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  return schema instanceof z.ZodBoolean ? ['true', 'false'] : []
}

function readYaml(text: string): unknown {
  if (text.length > settingsTextAtMost) return undefined
  try {
    return parse(text, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return undefined
  }
}
