import { type Leaf, writtenPath } from '../arguments'
import type { ProposedCall } from '../call'
import { contentWords, plainText } from '../plain-text'
import { excerptOf, floor, type Reason } from '../reason'
import { isFreeText } from './texts'

const address = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g
/** Settings that open a thing to whoever comes. */
const opens =
  /^(?:is_|make_|allow_)?(?:anyone|anybody|everyone|everybody|public|publicly|world|anonymous|public_link|world_readable)$/
const audience = /(?:^|_)(?:visibility|access|audience|shared_with|share_with|privacy|acl|who|scope)$/
const everybody =
  /^(?:public|public[-_ ](?:read|write|read[-_]write)|anyone|anybody|everyone|everybody|world|internet|all[-_ ]?users|\*)$/i
const saysEveryone =
  /\b(?:public|publish|publicly|anyone|anybody|everyone|everybody|world)|öffentlich|alle|公开|所有人|任何人/i

/** Names of what is set, paid or given by how much. */
const amounts =
  /(?:^|_)(?:rate|amount|dose|dosage|temperature|setpoint|speed|pressure|price|sum|quantity|qty|ml|mg|volume|voltage|percent|celsius)(?:_|$)|_per_/

/** Numbers that a granted call would set, where the person said others. */
export function amountReasons({ tool, granted, question, ...call }: ProposedCall, leaves: readonly Leaf[]): Reason[] {
  if (tool.readOnly || !granted || call.context.source !== 'user') return []
  const said = (question.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => Number(number.replace(',', '.')))
  return leaves.flatMap(({ key, value, path }) =>
    typeof value === 'number' && amounts.test(key) && said.length > 0 && !said.includes(value)
      ? [floor(0.7, 'amountUnnamed', { argument: writtenPath(path), amount: value })]
      : [],
  )
}

/** Who would get something by a tool that writes, and was not named by the person: an address, or everyone. */
export function recipientReasons({ tool, question }: ProposedCall, leaves: readonly Leaf[]): Reason[] {
  if (tool.readOnly) return []
  const said = plainText(question)
  const asked = contentWords(question)
  return leaves.flatMap((leaf) => {
    const { key, value, text, path } = leaf
    const argument = writtenPath(path)
    const isOn = value === true || /^(?:true|yes|1|on)$/i.test(text)
    if (((opens.test(key) && isOn) || (audience.test(key) && everybody.test(text))) && !saysEveryone.test(question))
      return [floor(0.7, 'argumentOpens', { argument })]
    if (typeof value !== 'string' || isFreeText(leaf)) return []
    return (
      [...text.matchAll(address)]
        .map(([found]) => found)
        // `lea@example.org` is who was called Lea.
        .filter(
          (found) =>
            !said.includes(plainText(found)) &&
            ![...contentWords(found.split('@')[0] ?? '')].some((word) => asked.has(word)),
        )
        .map((recipient) => floor(0.7, 'recipientUnnamed', { argument, recipient: excerptOf(recipient) }))
    )
  })
}
