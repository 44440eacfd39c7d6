import { hash } from 'node:crypto'
import type { Redactions } from '../../contract/library/extract'
import type { Draft } from '../readers/draft'
import { findSecrets, type SecretContext } from './find-secrets'
import type { Span } from './token-shapes'

/** What stands for each character of a secret: offsets, pages and boxes stay true. */
const mask = (secret: string): string => secret.replace(/[^\n]/g, '•')

/**
 * Tells values apart within one source, and is too short to find a value by trying: one of 65,536 that many values
 * share. The value itself is never kept.
 */
const fingerprintOf = (secret: string): string => hash('sha256', secret).slice(0, 4)

const settingsLanguages = new Set(['yaml', 'toml', 'ini', 'shell', 'powershell', 'makefile', 'dockerfile'])

const contextOf = ({ mediaType, language }: Draft): SecretContext =>
  mediaType === 'json' ||
  mediaType === 'table' ||
  mediaType === 'workbook' ||
  (mediaType === 'code' && settingsLanguages.has(language ?? ''))
    ? 'settings'
    : 'prose'

/**
 * Masks the secrets of a draft in its text, title, headings and metadata. What was masked in its parts before counts, too.
 * @param notSecrets fingerprints of what a person said is none
 */
export function redactDraft(
  draft: Draft,
  notSecrets: readonly string[],
): { readonly draft: Draft; readonly redactions: Redactions } {
  const context = contextOf(draft)
  // A table of settings is read as settings throughout.
  const rows = context === 'settings' ? [] : draft.blocks.filter(({ kind }) => kind === 'row')
  const { text, values: found } = redactText(draft.text, context, notSecrets, rows)
  const values = [...new Set([...(draft.masked ?? []), ...found])]
  const redactions = redactionsOf(values)
  const isElsewhere =
    values.length > 0 || findSecrets(JSON.stringify([draft.title, draft.metadata]), 'prose').length > 0
  if (!isElsewhere) return { draft, redactions }
  const clean = (given: string): string => {
    const masked = redactText(given, 'prose', notSecrets).text
    return values.reduce((all, value) => all.replaceAll(value, mask(value)), masked)
  }
  return {
    draft: {
      ...draft,
      text,
      masked: values,
      title: draft.title === null ? null : clean(draft.title),
      headings: draft.headings.map((heading) => ({ ...heading, text: clean(heading.text) })),
      metadata: cleaned(draft.metadata, clean) as Draft['metadata'],
    },
    redactions,
  }
}

/** The text, of which `rows` are rows of a table, with its secrets masked, and what they were, each once. */
export function redactText(
  text: string,
  context: SecretContext,
  notSecrets: readonly string[],
  rows: readonly Span[] = [],
): { readonly text: string; readonly values: readonly string[]; readonly redactions: Redactions } {
  const values = new Set<string>()
  const parts: string[] = []
  let at = 0
  for (const { start, end } of findSecrets(text, context, rows)) {
    const value = text.slice(start, end)
    if (notSecrets.includes(fingerprintOf(value))) continue
    values.add(value)
    parts.push(text.slice(at, start), mask(value))
    at = end
  }
  parts.push(text.slice(at))
  return { text: parts.join(''), values: [...values], redactions: redactionsOf([...values]) }
}

const redactionsOf = (values: readonly string[]): Redactions => ({
  count: values.length,
  fingerprints: [...new Set(values.map(fingerprintOf))],
})

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleaned(one, clean)]))
}
