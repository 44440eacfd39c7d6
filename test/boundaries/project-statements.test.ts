import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { tablesOfProject } from '../../main/projects/removal'
import { migrations } from '../../main/store/migrations'

const project = resolve(import.meta.dirname, '..', '..')

/** Tables whose rows belong to a project through the row that they are part of: they have no column of their own. */
const parts = ['annotations', 'extracts', 'passage_vectors', 'resource_vectors']

/** Tables with `project_id`, from the migrations themselves, and those that hang on one. */
function scopedTables(): string[] {
  const found = new Set(parts)
  for (const { sql } of migrations) {
    for (const [, table] of sql.matchAll(/drop table (\w+)/g)) found.delete(table ?? '')
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

/** Stands for what a statement is put together from elsewhere. */
const unknown = '¤'

/** A text as the source writes it; what is put into it counts only where it is a constant at the top of its file. */
function textOf(node: Node, constants: Constants): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : unknown
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[]
    const expressions = node.expressions as Node[]
    return quasis
      .map(({ value }, index) => value.cooked + (expressions[index] ? textOf(expressions[index], constants) : ''))
      .join('')
  }
  if (node.type === 'Identifier') {
    const value = constants.get(node.name as string)
    if (value === undefined) return unknown
    return textOf(value, new Map([...constants].filter(([name]) => name !== node.name)))
  }
  return unknown
}

function statementsOf(file: string): Statement[] {
  const { program } = parseSync(file, readFileSync(join(project, file), 'utf8'))
  const constants = new Map<string, Node>()
  for (const node of program.body as unknown as Node[]) {
    const declaration = (node.declaration ?? node) as { declarations?: Node[] }
    for (const { id, init } of declaration.declarations ?? []) {
      if (isNode(id) && isNode(init)) constants.set(id.name as string, init)
    }
  }
  const texts: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (!isNode(value)) return
    if (value.type === 'TemplateLiteral' || value.type === 'Literal') texts.push(value)
    for (const one of Object.values(value)) visit(one)
  }
  visit(program)
  return texts.flatMap((text) => {
    const sql = textOf(text, constants).replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
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
/** Where the table's name is put in from elsewhere, it may be any. */
const namesTableElsewhere = ({ sql }: Statement): boolean =>
  new RegExp(`\\b(?:from|join|into|update) ${unknown}`, 'i').test(sql)
const onScopedTables = statements.filter(
  (statement) => tablesIn(statement).length > 0 || namesTableElsewhere(statement),
)

/**
 * Keys by which a statement may find its rows without naming the project: random ids that are made in one project, and
 * that main takes from nobody before `readSession` has found the session in the project that was asked.
 */
const projectBoundKeys = ['session_id', 'plan_id']
const boundKey = new RegExp(`\\b(?:${projectBoundKeys.join('|')}) = (?:any\\()?\\$\\d`)

/** The project as what rows are held against, or written with: reading it bounds nothing. */
const namesProject =
  /\bproject_id\s*(?:=|<>|in\b|is\b)|=\s*\w+\.project_id\b|\binsert into [^()]+\([^()]*\bproject_id\b|\bgroup by[^()]*\bproject_id\b/i

/** Statements that name no project, by how they begin, and why none is needed. */
const justified: readonly { readonly file: string; readonly begins: string; readonly because: string }[] = [
  {
    file: 'main/knowledge/indexing/index-rows.ts',
    begins: 'insert into extracts (source_id',
    because: 'writeIndex has read these sources in the project, in the same transaction.',
  },
  {
    file: 'main/knowledge/indexing/index-rows.ts',
    begins: 'insert into passage_vectors',
    because: 'Of passages that the same transaction wrote, or read in the project.',
  },
  {
    file: 'main/knowledge/intake/note.ts',
    begins: 'insert into extracts (source_id',
    because: 'Of the source that the same transaction wrote.',
  },
  { file: 'main/text2sql/schema/names-in-rows.ts', begins: 'SELECT DISTINCT ', because: "Of a person's own database." },
  { file: 'main/text2sql/schema/column-counts.ts', begins: 'SELECT ', because: "Of a person's own database." },
  { file: 'main/text2sql/schema/profile.ts', begins: 'SELECT DISTINCT ', because: "Of a person's own database." },
  {
    file: 'main/composition/project-learner.ts',
    begins: "select 1 from sources where state in ('reading'",
    because: 'The learner rests while any project reads.',
  },
  {
    file: 'main/connections/connection-log.ts',
    begins: 'insert into connections (',
    because: 'Written with the project that it was for, as of_project.',
  },
  { file: 'main/store/dump.ts', begins: 'select (to_jsonb(t)', because: 'A dump is of all projects.' },
  { file: 'main/store/dump.ts', begins: 'select setval(', because: 'Numbers of rows go on over all projects.' },
  { file: 'main/store/dump.ts', begins: 'insert into', because: 'Rows come back with the project that they have.' },
]
const isJustified = ({ file, sql }: Statement): boolean =>
  justified.some((one) => one.file === file && sql.startsWith(one.begins))

describe('statements on what belongs to a project', () => {
  it('are found at all', () => {
    expect(tables).toEqual(expect.arrayContaining(['sources', 'index_versions', 'exclusions', 'passage_vectors']))
    expect(onScopedTables.length).toBeGreaterThan(100)
  })

  it('are on tables that go with their project', () => {
    const removed = [...tablesOfProject, ...parts].sort()
    expect(removed).toEqual(tables)
  })

  it('name the project, or a key that only one project can have', () => {
    const loose = onScopedTables.filter(
      (statement) => !namesProject.test(statement.sql) && !boundKey.test(statement.sql) && !isJustified(statement),
    )
    expect(loose.map(({ file, sql }) => `${file}: ${sql.slice(0, 160)}`)).toEqual([])
  })

  it('are justified only where they are', () => {
    const unused = justified.filter(
      ({ file, begins }) => !onScopedTables.some((one) => one.file === file && one.sql.startsWith(begins)),
    )
    expect(unused).toEqual([])
  })
})
