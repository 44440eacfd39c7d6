import { hooksOf, type PluginHook } from '../../contract/resources/plugin'
import type { HookedPlugin } from '../plugins'
import type { Resources } from '../resources'

/** Plugins of a project that are looked at. */
const mostPlugins = 500

/** Which plugins that are on have a hook, by name: the order in which they are asked. */
export function createPluginsHaving(
  resources: Pick<Resources, 'list' | 'get'>,
): (hook: PluginHook) => Promise<readonly HookedPlugin[]> {
  return async (hook) => {
    const page = { type: 'tool', status: 'ready', parentId: null, offset: 0, limit: mostPlugins } as const
    const plugins = (await resources.list(page)).resources.filter(({ flavour }) => flavour === 'plugin')
    const found: HookedPlugin[] = []
    for (const { resourceId, name } of plugins) {
      const { metadata, isActive } = await resources.get(resourceId)
      const plugin = metadata.type === 'tool' ? metadata.plugin : undefined
      if (isActive && plugin !== undefined && hooksOf(plugin).includes(hook)) found.push({ resourceId, name })
    }
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }
}
