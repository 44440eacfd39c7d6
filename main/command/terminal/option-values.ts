import { InvalidArgumentError } from 'commander'
import { type SourceType, sourceType } from '../../../contract/library/source'
import { type ReportTemplate, reportTemplate } from '../../../contract/report/report'
import { memoryModes, memoryRoles, type RoleMemory, roleMemory } from '../../../contract/session/engine'
import type { TerminalWords } from '../words/en'
import { reportFormatOf } from './report-file'

/** Parsers of what people give options and arguments; each throws commander's `InvalidArgumentError` with what would be valid. */
export type OptionValues = ReturnType<typeof createOptionValues>

export function createOptionValues(usage: TerminalWords['usage']) {
  const oneOf = (choices: readonly string[]): InvalidArgumentError => new InvalidArgumentError(usage.oneOf(choices))
  return {
    /** An option that can be repeated. */
    oneMore: (one: string, before: string[] = []): string[] => [...before, one],

    oneMoreType(one: string, before: SourceType[] = []): SourceType[] {
      const type = sourceType.safeParse(one)
      if (!type.success) throw oneOf(sourceType.options)
      return [...before, type.data]
    },

    template(name: string): ReportTemplate {
      const template = reportTemplate.safeParse(name)
      if (!template.success) throw oneOf(reportTemplate.options)
      return template.data
    },

    /** `ROLE=MODE` of memory; can be repeated. */
    oneMemory(one: string, before: RoleMemory = {}): RoleMemory {
      const [role = '', mode] = one.split('=')
      const chosen = roleMemory.strict().safeParse({ [role]: mode })
      if (!chosen.success)
        throw oneOf(memoryRoles.flatMap((of) => memoryModes[of].map((allowed) => `${of}=${allowed}`)))
      return { ...before, ...chosen.data }
    },

    /** A file that a report can be written as, by how its name ends. */
    reportFile(name: string): string {
      if (reportFormatOf(name) === null) throw new InvalidArgumentError(usage.noReportFile)
      return name
    },

    question(text: string): string {
      if (text.trim() === '') throw new InvalidArgumentError(usage.noQuestion)
      return text
    },

    /** A date or time as a person writes it, as ISO. */
    time(text: string): string {
      const at = new Date(text)
      if (Number.isNaN(at.getTime())) throw new InvalidArgumentError(usage.noTime)
      return at.toISOString()
    },

    port(text: string): number {
      const value = Number(text)
      if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError(usage.noPort)
      return value
    },

    count(text: string): number {
      const value = Number(text)
      if (!Number.isInteger(value) || value < 1 || value > 200) throw new InvalidArgumentError(usage.countBetween)
      return value
    },
  }
}
