import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) yield* nodesOf(child)
  }
}

/** Remedies that are named otherwise where they are made: each is looked for by its name. */
const named = /^(remedy|remedies|advice)$/

/** Every sentence that an expression can come to; names are followed within their file, `known`. */
function sentencesOf(node: unknown, known: ReadonlyMap<string, Node>): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[]
      return [quasis.map(({ value }) => value.cooked).join('…')]
    }
    case 'ConditionalExpression':
      return [...sentencesOf(node.consequent, known), ...sentencesOf(node.alternate, known)]
    case 'BinaryExpression': {
      const ends = sentencesOf(node.right, known)
      return sentencesOf(node.left, known).flatMap((start) => ends.map((end) => start + end))
    }
    case 'LogicalExpression':
      return [...sentencesOf(node.left, known), ...sentencesOf(node.right, known)]
    case 'ObjectExpression':
      return (node.properties as Node[]).flatMap(({ value }) => sentencesOf(value, known))
    case 'MemberExpression':
      return sentencesOf(node.object, known)
    case 'Identifier': {
      const meant = known.get(String(node.name))
      return meant === undefined ? [] : sentencesOf(meant, new Map([...known].filter(([name]) => name !== node.name)))
    }
    default:
      return []
  }
}

/** What `source` says as a remedy. */
export function remediesIn(source: string): string[] {
  const nodes = [...nodesOf(parseAst(source, { lang: 'ts' }))]
  const known = new Map<string, Node>()
  for (const { type, id, init } of nodes) {
    if (type === 'VariableDeclarator' && isNode(id) && isNode(init)) known.set(String(id.name), init)
  }
  const said = nodes.flatMap((node) => {
    if (node.type === 'FunctionDeclaration' && isNode(node.id) && /remedy$/i.test(String(node.id.name))) {
      return [...nodesOf(node.body)].flatMap((inner) =>
        inner.type === 'ReturnStatement' ? sentencesOf(inner.argument, known) : [],
      )
    }
    const name = node.type === 'Property' ? node.key : node.type === 'VariableDeclarator' ? node.id : null
    if (!isNode(name) || !named.test(String(name.name))) return []
    return sentencesOf(node.type === 'Property' ? node.value : node.init, known)
  })
  // A single word is a code of what helps (contract/pool.ts), which the window words by itself.
  return [...new Set(said)].filter((text) => text.includes(' '))
}

/** Every TypeScript file under a folder. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

/** Remedies by the file that says them. `main/command` and the client of the socket speak to a terminal alone. */
export function remediesSaid(): [string, string][] {
  return ['main', 'workers']
    .flatMap(filesUnder)
    .filter((file) => !/^main\/(command\/|socket\/|cli\.ts)/.test(file.replaceAll('\\', '/')))
    .flatMap((file) => remediesIn(readFileSync(file, 'utf8')).map((text): [string, string] => [file, text]))
}
