import { QuarryError } from '../../../contract/errors'
import { hooksOf, type PluginFacts } from '../../../contract/resources/plugin'
import type { UniversalResource } from '../../../contract/resources/resource'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

const pageSize = 500

type Plugin = UniversalResource & { readonly plugin: PluginFacts }

async function readPlugins(connection: Connection): Promise<Plugin[]> {
  const found: Plugin[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = { type: 'tool', parentId: null, offset, limit: pageSize } as const
    const { resources, total } = await connection.call('resources.list', page)
    for (const { resourceId } of resources.filter(({ flavour }) => flavour === 'plugin')) {
      const resource = await connection.call('resources.get', { resourceId })
      if (resource.metadata.type === 'tool' && resource.metadata.plugin !== undefined)
        found.push({ ...resource, plugin: resource.metadata.plugin })
    }
    if (offset + pageSize >= total) return found
  }
}

async function findPlugin(connection: Connection, name: string): Promise<Plugin> {
  const plugins = await readPlugins(connection)
  const asked = name.trim().toLowerCase()
  const found =
    plugins.find(({ resourceId }) => resourceId === name) ?? plugins.find((one) => one.name.toLowerCase() === asked)
  if (found !== undefined) return found
  throw new QuarryError('resource.notFound', `No plugin is named “${name}”.`, {
    remedy: { kind: 'nameOneOf', values: { choices: plugins.map((one) => one.name) } },
    context: { name },
  })
}

const providedBy = (plugin: PluginFacts): string =>
  [...plugin.tools.map(({ name }) => name), ...hooksOf(plugin)].join(', ')

/** A line for each plugin: id, whether it is on, name with version, what it provides, and the hash of its files. */
async function listPlugins(
  connection: Connection,
  { json }: { readonly json: boolean },
  { words }: ProgressLine,
): Promise<number> {
  for (const { resourceId, name, status, isActive, plugin } of await readPlugins(connection)) {
    if (json) await printJson({ resourceId, name, status, isOn: isActive, ...plugin })
    else {
      const state =
        status === 'ready' || status === 'disabled'
          ? words.plugins.state[isActive ? 'on' : 'off']
          : words.resources.status[status]
      await printResult(
        row([resourceId, state, `${name} ${plugin.version}`, providedBy(plugin), plugin.hash.slice(0, 16)]),
      )
    }
  }
  return exitCode.done
}

/** On as its files are when this is typed: whoever names it approves it. Throws `resource.notFound`, `plugin.changed`. */
async function switchPlugin(
  connection: Connection,
  name: string,
  isOn: boolean,
  { words }: ProgressLine,
): Promise<number> {
  const { resourceId, name: known } = await findPlugin(connection, name)
  if (!isOn) {
    await connection.call('resources.setActive', { resourceId, active: false })
    return exitCode.done
  }
  await connection.call('resources.refresh', { resourceId })
  const { plugin } = await findPlugin(connection, resourceId)
  await connection.call('resources.setActive', { resourceId, active: true, approved: plugin.hash })
  await printResult(words.plugins.turnedOn(known, plugin.version, providedBy(plugin)))
  return exitCode.done
}

/** Throws `resource.notFound`. */
async function removePlugin(connection: Connection, name: string): Promise<number> {
  const { resourceId } = await findPlugin(connection, name)
  await connection.call('resources.remove', { resourceIds: [resourceId] })
  return exitCode.done
}

export function definePlugins({ program, help, progress, onRuntime }: CommandLine): void {
  const plugins = program
    .command('plugins')
    .description(help.plugins)
    .option('--json', help.jsonLines, false)
    .action((options: { json: boolean }) => onRuntime((connection) => listPlugins(connection, options, progress)))
  for (const isOn of [true, false]) {
    plugins
      .command(isOn ? 'on' : 'off')
      .description(help.pluginsSwitch[isOn ? 'on' : 'off'])
      .argument('<name>', help.pluginsName)
      .action((name: string) => onRuntime((connection) => switchPlugin(connection, name, isOn, progress)))
  }
  plugins
    .command('remove')
    .description(help.pluginsRemove)
    .argument('<name>', help.pluginsName)
    .action((name: string) => onRuntime((connection) => removePlugin(connection, name)))
}
