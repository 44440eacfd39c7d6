import { spokenName, type Work, type WorkName, yearOf } from '../../../contract/report/bibliography'

/** A work as a form has it: all text, names one a line. */
export type WorkDraft = Record<(typeof textFields)[number] | 'type' | 'authors' | 'editors' | 'issued', string>

export const textFields = [
  ...['title', 'container-title', 'publisher', 'volume', 'issue', 'page', 'DOI', 'ISBN', 'URL'],
] as const satisfies readonly (keyof Work)[]

const lineOf = (name: WorkName): string =>
  'literal' in name ? name.literal : [name.family, name.given].filter((part) => part !== undefined).join(', ')

export function draftOfWork(work: Work): WorkDraft {
  const texts = Object.fromEntries(textFields.map((field) => [field, work[field] ?? '']))
  return {
    ...(texts as Record<(typeof textFields)[number], string>),
    type: work.type,
    authors: (work.author ?? []).map(lineOf).join('\n'),
    editors: (work.editor ?? []).map(lineOf).join('\n'),
    issued: (work.issued?.['date-parts'][0] ?? []).map((part) => String(part).padStart(2, '0')).join('-'),
  }
}

/** The work that a form says; null where its date is none. Lines that nobody changed are the names that they were. */
export function workOfDraft(draft: WorkDraft, before: Work): Work | null {
  const issued = dateParts(draft.issued.trim())
  if (issued === null) return null
  const texts = textFields.map((field) => [field, draft[field].trim()] as const).filter(([, text]) => text !== '')
  const known = [...(before.author ?? []), ...(before.editor ?? [])]
  const author = namesOf(draft.authors, known)
  const editor = namesOf(draft.editors, known)
  return {
    type: draft.type,
    ...Object.fromEntries(texts),
    ...(author.length > 0 ? { author } : {}),
    ...(editor.length > 0 ? { editor } : {}),
    ...(issued.length > 0 ? { issued: { 'date-parts': [issued] } } : {}),
  }
}

/** “Lovelace, Ada” is a person; a line without a comma is a name as it stands. */
function namesOf(lines: string, known: readonly WorkName[]): WorkName[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const same = known.find((name) => lineOf(name) === line)
      if (same !== undefined) return same
      const [family = '', given = ''] = line.split(',', 2).map((part) => part.trim())
      return given === '' || family === '' ? { literal: line } : { family, given }
    })
}

/** Year, year-month or year-month-day; empty of no date, null of what is none. */
function dateParts(text: string): number[] | null {
  if (text === '') return []
  const [, year, month, day] = /^(\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text) ?? []
  const parts = [year, month, day].filter((part) => part !== undefined).map(Number)
  const [named = 0, inYear = 1, inMonth = 1] = parts
  return named >= 1 && inYear >= 1 && inYear <= 12 && inMonth >= 1 && inMonth <= 31 ? parts : null
}

/** Who wrote it, when and where, in a line; empty where nothing is known. */
export function toldWork(work: Work, andOthers: (name: string) => string): string {
  const names = (work.author ?? work.editor ?? []).map(spokenName)
  const by = names.length > 2 ? andOthers(names[0]!) : names.join(', ')
  return [by, yearOf(work)?.toString(), work['container-title'] ?? work.publisher].filter((part) => part).join(' · ')
}
