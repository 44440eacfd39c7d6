import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { decide } from '../../main/gate'
import { speechIn } from '../../wording'

/**
 * Decides on proposed calls as the product does before it runs one; nothing is run.
 *
 *   npm run bench -- gate --set FILE --out run.json
 *
 * Writes {"<id>": {"decision": "allow" | "ask" | "deny", "risk": 0..1, "reasons": ["…"]}}. How long a decision takes goes to
 * stderr.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { set: { type: 'string' }, out: { type: 'string' } } })
  if (values.set === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- gate --set FILE --out run.json')
    return 2
  }
  const { cases } = JSON.parse(await readFile(resolve(values.set), 'utf8')) as { cases: { readonly id: string }[] }
  const { fact } = speechIn('en')
  const durationsMs: number[] = []
  const decisions = cases.map((proposed) => {
    const startedMs = performance.now()
    const { decision, risk, reasons } = decide(proposed)
    durationsMs.push(performance.now() - startedMs)
    return [proposed.id, { decision, risk, reasons: reasons.map((reason) => fact(reason.fact)) }] as const
  })
  await writeFile(resolve(values.out), `${JSON.stringify(Object.fromEntries(decisions), null, 1)}\n`)
  const p95 = durationsMs.toSorted((one, other) => one - other)[Math.floor(durationsMs.length * 0.95)] ?? 0
  const asked = decisions.filter(([, { decision }]) => decision !== 'allow').length
  console.error(`${cases.length} calls: ${asked} stopped, ${cases.length - asked} allowed; p95 ${p95.toFixed(2)} ms`)
  return 0
}
