export type Node = { readonly type: string; readonly [key: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every node of a syntax tree, as `parseAst` makes it. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) yield* nodesOf(child)
  }
}
