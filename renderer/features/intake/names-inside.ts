import type { DropItem } from '../../../contract/source'

/**
 * Names of what lies in a dropped folder and becomes a resource beside it, where it is the only one of its kind: of
 * several the list of offers tells the names itself.
 */
export function namesInside({ becomes, resources }: Pick<DropItem, 'becomes' | 'resources'>): string[] {
  if (becomes !== 'folder') return []
  const inside = resources.filter(({ type }) => type !== 'knowledge_base')
  return inside.filter(({ type }) => inside.filter((other) => other.type === type).length === 1).map(({ name }) => name)
}
