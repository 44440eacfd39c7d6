import { useTranslation } from 'react-i18next'
import type { UniversalResource } from '../../../contract/resource'

type Described = Pick<UniversalResource, 'name' | 'description' | 'usageInfo' | 'metadata'>

interface OwnTexts {
  kind: 'recall' | 'discovery' | 'project' | 'folder'
  /** Of a knowledge base: some of what is in it, and its folder. */
  titles: readonly string[]
  root: string
}

/** What Quarry describes in words of its own: its tools, and the library's knowledge bases. Null for all others. */
export function ownTexts({ name, metadata }: Pick<Described, 'name' | 'metadata'>): OwnTexts | null {
  if (metadata.type === 'tool' && metadata.builtIn) {
    const kind = name === 'recall' ? 'recall' : name === 'resource_discovery' ? 'discovery' : undefined
    return kind === undefined ? null : { kind, titles: [], root: '' }
  }
  if (metadata.type !== 'knowledge_base' || metadata.kind === 'domain') return null
  return { kind: metadata.kind, titles: metadata.titles, root: metadata.root ?? '' }
}

/**
 * The description and the usage of a resource as they are shown. Those of databases, APIs and programs stay as they
 * are: they are made of the material's words, and they are what matching reads.
 */
export function useOwnTexts(resource: Described): { description: string; usage: string } {
  const { t } = useTranslation()
  const own = ownTexts(resource)
  if (own === null) return { description: resource.description, usage: resource.usageInfo }
  const { kind, titles, root } = own
  const first = t(`resources.ownTexts.${kind}` as 'resources.ownTexts.folder', {
    folder: root.split(/[\\/]/).findLast((part) => part !== '') ?? root,
  })
  return {
    description:
      titles.length === 0
        ? first
        : t('app.sentences', { first, second: t('resources.ownTexts.among', { titles: titles.join('; ') }) }),
    usage: t(`resources.ownTexts.${kind}Usage` as 'resources.ownTexts.folderUsage', { root }),
  }
}
