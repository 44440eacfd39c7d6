import { QuarryError } from '../../../contract/errors'
import type { ResourceSecrets } from '../../../contract/resources/resource-secrets'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import { environmentName } from '../../secrets'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { createSecretInput } from '../terminal/secret-input'
import { row } from '../terminal/table'
import { type ProgressLine, printResult } from '../terminal/terminal'

interface UnlockOptions {
  /** Only these. */
  readonly secret: readonly string[]
  readonly remove: boolean
}

/** Asks for the passwords and keys of a resource, or removes them, then shows which are saved. */
async function unlockResource(
  connection: Connection,
  named: string,
  { secret: names, remove }: UnlockOptions,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const resourceId = await resourceNamed(connection, named)
  const before = await connection.call('resources.secrets', { resourceId })
  const chosen = chosenSecrets(before, names)
  const { unlock: said, resources } = progress.words
  if (chosen.length === 0) {
    progress.say(said.none)
    return exitCode.done
  }
  if (remove) {
    for (const { name } of chosen) await connection.call('resources.removeSecret', { resourceId, name })
  } else {
    if (!connection.attached) throw cannotKeep(before, chosen)
    const given = await askFor(chosen, progress, signal)
    if (Object.keys(given).length > 0) {
      const { resource, kept } = await connection.call('resources.unlock', { resourceId, secrets: given })
      progress.say(said.kept[kept])
      progress.say(resources.status[resource.status])
    }
  }
  const after = await connection.call('resources.secrets', { resourceId })
  for (const one of after.secrets) {
    await printResult(row([one.name, place(one, progress), one.isSaved ? said.saved : said.missing]))
  }
  return exitCode.done
}

/** The id of a resource by its name or id. Throws `resource.notFound`, and `input.invalid` where a name stands for several. */
export async function resourceNamed(connection: Connection, named: string): Promise<string> {
  if (named.includes(':')) return named
  const { resources } = await connection.call('resources.list', { parentId: null, offset: 0, limit: 500, text: named })
  const [found, another] = resources.filter(({ name }) => name === named)
  if (found === undefined) throw new QuarryError('resource.notFound', `No resource is named “${named}”.`)
  if (another === undefined) return found.resourceId
  throw new QuarryError('input.invalid', `Several resources are named “${named}”.`, {
    remedy: { kind: 'nameOneOf', values: { choices: [found.resourceId, another.resourceId] } },
  })
}

function chosenSecrets({ secrets }: ResourceSecrets, names: readonly string[]): ResourceSecrets['secrets'] {
  const known = secrets.filter(({ place: { kind } }) => kind !== 'unsupported')
  const stray = names.find((name) => !known.some((one) => one.name === name))
  if (stray === undefined) return names.length === 0 ? known : known.filter(({ name }) => names.includes(name))
  throw new QuarryError('input.invalid', `The resource does not use “${stray}”.`, {
    remedy: { kind: 'nameOneOf', values: { choices: known.map(({ name }) => name) } },
  })
}

/** A process of its own has no keyring: what it keeps is gone when it ends. */
function cannotKeep({ resourceId }: ResourceSecrets, chosen: ResourceSecrets['secrets']): QuarryError {
  const variables = chosen.map(({ name }) => environmentName(`${resourceId}/${name}`))
  return new QuarryError('input.invalid', 'The app is not running, so nothing would keep the secret.', {
    remedy: { kind: 'openAppOrSet', values: { variables } },
  })
}

/** One after the other: of the terminal, or the lines of the input. An empty answer leaves a secret as it is. */
async function askFor(
  chosen: ResourceSecrets['secrets'],
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { unlock: said, said: signs } = progress.words
  const input = createSecretInput(signal)
  const given: [string, string][] = []
  for (const one of chosen) {
    const label = (what: string): string => `${shownLine(`${one.name} (${what})`)}${signs.colon}`
    if (input.isTerminal) progress.say(place(one, progress))
    const isAskedApart = one.place.kind === 'basic' && input.isTerminal
    const user = isAskedApart ? await input.next(label(said.user), { hidden: false }) : null
    if (isAskedApart && user === '') continue
    const text = await input.next(label(isAskedApart ? said.password : said.value), { hidden: true })
    if (text !== null && (text !== '' || isAskedApart)) given.push([one.name, user === null ? text : `${user}:${text}`])
  }
  return Object.fromEntries(given)
}

function place({ place: where }: ResourceSecrets['secrets'][number], { words }: ProgressLine): string {
  const { key, place: other } = words.unlock
  return shownLine(where.kind === 'key' ? key[where.in](where.name) : other[where.kind])
}

export function defineUnlock(
  resources: CommandLine['program'],
  { help, progress, signal, onRuntime }: CommandLine,
): void {
  resources
    .command('unlock')
    .description(help.unlock)
    .argument('<id>', help.unlockId)
    .option('--secret <name...>', help.unlockSecret, [])
    .option('--remove', help.unlockRemove, false)
    .action((id: string, options: UnlockOptions) =>
      onRuntime((connection) => unlockResource(connection, id, options, progress, signal)),
    )
}
