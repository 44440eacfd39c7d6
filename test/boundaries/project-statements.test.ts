import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../main/store/migrations'

const project = resolve(import.meta.dirname, '..', '..')

/** Tables whose rows belong to a project through the row that they are part of: they have no column of their own. */
const parts = ['extracts', 'passage_vectors', 'resource_vectors']

/** Tables with `project_id`, from the migrations themselves, and those that hang on one. */
function scopedTables(): string[] {
  const found = new Set(parts)
  for (const { sql } of migrations) {
    for (const [, table, columns] of sql.matchAll(/create table (?:if not exists )?(\w+) \(([\s\S]*?)\n\);/g)) {
      if (/^\s*project_id\b/m.test(columns ?? '')) found.add(table ?? '')
    }
    for (const [, table] of sql.matchAll(/alter table (\w+) add column project_id\b/g)) found.add(table ?? '')
  }
  found.delete('projects')
  return [...found].sort()
}

interface Statement {
  readonly file: string
  readonly sql: string
}

type Node = Record<string, unknown> & { readonly type: string }
type Constants = ReadonlyMap<string, Node>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** A text as the source writes it; what is put into it counts only where it is a constant of the same file. */
function textOf(node: Node, constants: Constants): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ' '
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[]
    const expressions = node.expressions as Node[]
    return quasis
      .map(({ value }, index) => value.cooked + (expressions[index] ? textOf(expressions[index], constants) : ''))
      .join('')
  }
  if (node.type === 'Identifier') {
    const value = constants.get(node.name as string)
    if (value === undefined) return ' '
    return textOf(value, new Map([...constants].filter(([name]) => name !== node.name)))
  }
  return ' '
}

function statementsOf(file: string): Statement[] {
  const { program } = parseSync(file, readFileSync(join(project, file), 'utf8'))
  const constants = new Map<string, Node>()
  const texts: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (!isNode(value)) return
    if (value.type === 'VariableDeclarator' && isNode(value.init) && isNode(value.id)) {
      constants.set(value.id.name as string, value.init)
    }
    if (value.type === 'TemplateLiteral' || value.type === 'Literal') texts.push(value)
    for (const one of Object.values(value)) visit(one)
  }
  visit(program)
  return texts.flatMap((text) => {
    const sql = textOf(text, constants)
      .replace(/--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
    return /^(?:select|insert|update|delete|with|copy|truncate|merge)\b/i.test(sql) ? [{ file, sql }] : []
  })
}

const sourceFiles = readdirSync(join(project, 'main'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(project, join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith('main/store/migrations'))
const statements = sourceFiles.flatMap(statementsOf)
const tables = scopedTables()
const tablesIn = ({ sql }: Statement): string[] =>
  tables.filter((table) => new RegExp(`\\b(?:from|join|into|update|using|copy|truncate)\\s+${table}\\b`, 'i').test(sql))
const onScopedTables = statements.filter((statement) => tablesIn(statement).length > 0)

for (const s of onScopedTables) if (!/project_id/.test(s.sql)) console.log(s.file, '|', s.sql.slice(0,150))
console.log(tables, statements.length, onScopedTables.length)
describe('x', () => { it('y', () => { expect(1).toBe(1) }) })
