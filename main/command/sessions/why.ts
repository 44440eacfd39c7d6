import { QuarryError } from '../../../contract/errors'
import { nameOfPlace, type Place } from '../../../contract/report/place'
import { claimsIn, type ReportView } from '../../../contract/report/report'
import { shownLine } from '../../../contract/shown-text'
import { reasonOf, wordsOfPlace } from '../../../wording'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

/** Prints why a report says what it cites by a number: the sentences, how they were checked, what is cited, and which step found it. */
async function showWhy(
  connection: Connection,
  { sessionId, n, version: wanted, json }: { sessionId: string; n: number; version: number | undefined; json: boolean },
  progress: ProgressLine,
): Promise<number> {
  const view = await connection.call('session.view', { sessionId })
  const version = wanted ?? view.reportVersions.at(-1)?.version
  if (version === undefined) {
    throw new QuarryError('export.failed', 'This session has no report yet.', { remedy: 'waitForReport' })
  }
  const report = await connection.call('session.report', { sessionId, version })
  const citation = report.citations.find((one) => one.n === n)
  const origins = await connection.call('session.origins', { sessionId, version })
  const found = origins.find((one) => one.n === n)?.found ?? []
  if (citation === undefined) {
    progress.say(progress.words.why.unknown(String(n), String(report.citations.length)))
    return exitCode.badUsage
  }
  const claims = claimsCiting(report, n)
  if (json) {
    await printJson({ claims, citation, found }, 2)
    return exitCode.done
  }
  const { words, speech } = progress
  const said = claims.map((claim) => `${shownLine(claim.text)}\n  ${reasonOf(claim, speech) ?? words.why.unchecked}`)
  const where = `[${n}] ${shownLine(nameOfPlace(citation.place))}${placeText(citation.place, progress)}\n  “${shownLine(citation.citedText)}”`
  const steps = found.map((values) => speech.fact({ kind: 'foundByStep', values }))
  await printResult([...said, where, ...(steps.length > 0 ? steps : [words.why.noStep])].join('\n\n'))
  return exitCode.done
}

const claimsCiting = ({ sections }: ReportView, n: number) =>
  claimsIn(sections).filter(({ citations }) => citations.includes(n))

function placeText(place: Place, { words, speech }: ProgressLine): string {
  if (place.kind === 'query') return `: ${shownLine(place.statement)}`
  if (place.kind === 'call') return `: ${shownLine(place.operation)}`
  return ['', ...wordsOfPlace(place, speech)].join(words.said.comma)
}

export function defineWhy({ program, help, values, progress, onRuntime }: CommandLine): void {
  program
    .command('why')
    .description(help.why)
    .argument('<session>')
    .argument('<n>', help.whyN, values.count)
    .option('--report <version>', help.whyReport, values.count)
    .option('--json', help.json, false)
    .action((sessionId: string, n: number, { report: version, json }: { report?: number; json: boolean }) =>
      onRuntime((connection) => showWhy(connection, { sessionId, n, version, json }, progress)),
    )
}
