import { QuarryError } from '../../../contract/errors'
import { type ResourceType, resourceType, type TakenResource } from '../../../contract/resources/resource'
import { matchQuery } from '../../../contract/resources/resource-match'
import { shownLine } from '../../../contract/shown-text'
import type { Speech } from '../../../wording'
import type { Connection } from '../../api'
import { defineApiServer } from '../api-server'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'
import { waitWithProgress } from '../terminal/wait-with-progress'
import { wordsIn } from '../words'
import { showServices } from './service'
import { defineUnlock } from './unlock'

const pageSize = 500

const nameOf = ({ resourceId, name }: { resourceId: string; name: string }, speech: Speech): string =>
  speech.fact({ kind: 'resource', values: { resourceId, name } })

/** Lists the whole resources, or all of a type with parts of others. Throws `input.invalid` for an unknown type. */
async function listResources(
  connection: Connection,
  { type, json }: { type?: string | undefined; json: boolean },
  speech: Speech,
): Promise<number> {
  const asked = type === undefined ? undefined : typeNamed(type)
  const { resources: words, said } = wordsIn(speech.language)
  for (let offset = 0; ; offset += pageSize) {
    const { resources, total } = await connection.call('resources.list', {
      ...(asked === undefined ? { parentId: null } : { type: asked }),
      offset,
      limit: pageSize,
    })
    for (const resource of resources) {
      if (json) await printJson(resource)
      else {
        await printResult(
          row([
            resource.resourceId,
            `${resource.type}/${resource.flavour}`,
            words.status[resource.status],
            resource.parts ?? '',
            [nameOf(resource, speech), ...(resource.error === null ? [] : [speech.errorPhrase(resource.error)])].join(
              said.colon,
            ),
          ]),
        )
      }
    }
    if (offset + pageSize >= total) return exitCode.done
  }
}

function typeNamed(name: string): ResourceType {
  const parsed = resourceType.safeParse(name)
  if (parsed.success) return parsed.data
  throw new QuarryError('input.invalid', `Unknown type “${name}”.`, {
    remedy: { kind: 'nameOneOf', values: { choices: [...resourceType.options] } },
  })
}

/** A run without any progress for so long is not waited for: an encoder that fails is tried again only later. */
const patienceMs = 20_000

/** Waits until every resource has its vectors, with progress; gives up where nothing moves, as words match too. */
function waitUntilVectorized(connection: Connection, progress: ProgressLine, signal: AbortSignal): Promise<void> {
  return waitWithProgress<void>(connection, progress, signal, (end) => {
    let left = Number.POSITIVE_INFINITY
    const giveUp = (): NodeJS.Timeout => setTimeout(() => end.resolve(), patienceMs)
    let timer = giveUp()
    const unsubscribe = connection.subscribe('resources', null, ({ vectorizing }) => {
      if (vectorizing === null) {
        end.resolve()
        return
      }
      const { done, total } = vectorizing
      if (total - done < left) {
        left = total - done
        clearTimeout(timer)
        timer = giveUp()
      }
      progress.show(progress.words.resources.embedding(progress.speech.format.number(left)))
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  })
}

/** The need as it is asked for. Throws `input.empty`, and `input.invalid` where it is too long for a sentence. */
function needOf(text: string): string {
  const parsed = matchQuery.safeParse(text.trim())
  if (parsed.success) return parsed.data
  const remedy = 'describeNeed'
  if (text.trim() === '') throw new QuarryError('input.empty', 'The need is empty.', { remedy })
  throw new QuarryError('input.invalid', `The need is too long: ${text.trim().length} characters.`, {
    remedy,
  })
}

/** Says which resources answer a need best, and why. Throws as `needOf` does, before anything is waited for. */
async function matchNeed(
  connection: Connection,
  need: string,
  { top, json }: { top: number; json: boolean },
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const query = needOf(need)
  await waitUntilVectorized(connection, progress, signal)
  const answer = await connection.call('resources.match', { query, maxResources: Math.min(50, top) })
  const { resources: words, said } = progress.words
  const { number, percent } = progress.speech.format
  if (answer.withoutVectors > 0) {
    progress.say(words.withoutVectors(number(answer.withoutVectors)))
  }
  if (json) {
    await printJson(answer, 2)
    return exitCode.done
  }
  for (const [index, { resource, described, confidence, intent, reasons }] of answer.matches.entries()) {
    const why = [
      resource.type,
      percent(confidence),
      ...(reasons.matchedWords.length === 0 ? [] : [words.matchedWords(reasons.matchedWords.join(' '))]),
      ...(reasons.history === null ? [] : [words.usedFor(reasons.history.query)]),
    ].join(said.comma)
    const part = answer.intents.length > 1 ? ` ← ${intent}` : ''
    const description = described === null ? resource.description : progress.speech.fact(described)
    await printResult(
      `${index + 1}. ${shownLine(nameOf(resource, progress.speech))} (${shownLine(why)})${shownLine(part)}\n   ${resource.resourceId}\n   ${shownLine(description).slice(0, 300)}`,
    )
  }
  if (answer.matches.length === 0) progress.say(words.nothingFits)
  return exitCode.done
}

/** A resource that was added, in a line: its name, what it is, and whether it can be used. */
export const takenLine = (
  { type, flavour, status, ...named }: TakenResource,
  { words, speech }: ProgressLine,
): string =>
  [
    shownLine(nameOf(named, speech)),
    [`${type}/${flavour}`, words.resources.status[status]].join(words.said.comma),
  ].join(words.said.colon)

/** Lists what is already on the machine; takes in what is named by `take`. */
async function scanMachine(
  connection: Connection,
  { take, json }: { take: readonly string[]; json: boolean },
  progress: ProgressLine,
): Promise<number> {
  const { offers, looked, failures } = await connection.call('resources.scan')
  for (const { place, error } of failures) progress.sayError(error, place)
  if (take.length > 0) {
    const { added } = await connection.call('resources.take', { resourceIds: [...take] })
    if (json) await printJson(added, 2)
    else for (const one of added) await printResult(takenLine(one, progress))
    return exitCode.done
  }
  if (json) {
    await printJson({ offers, looked, failures }, 2)
    return exitCode.done
  }
  const { offer: offerWords, placesScanned } = progress.words.resources
  progress.say(placesScanned(progress.speech.format.number(looked.length)))
  for (const offer of offers) {
    const state = offerWords[offer.alreadyKnown ? 'known' : offer.needsSecret ? 'needsSecret' : 'new']
    await printResult(
      row([offer.resourceId, `${offer.type}/${offer.flavour}`, state, nameOf(offer, progress.speech), offer.location]),
    )
  }
  return exitCode.done
}

export function defineResources(commandLine: CommandLine): void {
  const { program, help, values, progress, signal, onRuntime } = commandLine
  const resources = program
    .command('resources')
    .description(help.resources)
    .argument('[name]', help.resourcesName)
    .option('--type <type>', help.resourcesType)
    .option('--json', help.jsonLines, false)
    .action((name: string | undefined, options: { type?: string; json: boolean }) =>
      onRuntime((connection) =>
        name === undefined
          ? listResources(connection, options, progress.speech)
          : showServices(connection, name, options, progress),
      ),
    )
  defineUnlock(resources, commandLine)
  defineApiServer(resources, commandLine)

  program
    .command('match')
    .description(help.match)
    .argument('<need>', help.need)
    .option('--top <n>', help.matchTop, values.count, 5)
    .option('--json', help.json, false)
    .action((need: string, options: { top: number; json: boolean }) =>
      onRuntime((connection) => matchNeed(connection, need, options, progress, signal)),
    )

  program
    .command('scan')
    .description(help.scan)
    .option('--take <id...>', help.scanTake, [])
    .option('--json', help.json, false)
    .action((options: { take: string[]; json: boolean }) =>
      onRuntime((connection) => scanMachine(connection, options, progress)),
    )
}
