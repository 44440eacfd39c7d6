import { setTimeout as pause } from 'node:timers/promises'

const words = [
  'the',
  'pump',
  'in',
  'winter',
  'gives',
  'warmth',
  'below',
  'zero',
  'and',
  'draws',
  'current',
  'at',
  'night',
]
const sentenceTokens = 18

/** Token number `n`, from 0: a word that ends in its number, as ` pump17`. */
function tokenOf(n: number): string {
  const stop = n % sentenceTokens === sentenceTokens - 1 ? '.' : ''
  return `${n === 0 ? '' : ' '}${words[n % words.length]}${n}${stop}`
}

/** Now, in milliseconds since the epoch by the monotonic clock, which the window has as well. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/**
 * So many tokens at an even pace. What a busy process is late with comes at once, as it does from a model server.
 * @param sentAt takes when each one left, by `preciseNow`
 */
export async function* pacedTokens(count: number, perSecond: number, sentAt: number[]): AsyncGenerator<string> {
  const begunAt = performance.now()
  while (sentAt.length < count) {
    const due = Math.floor(((performance.now() - begunAt) * perSecond) / 1000) + 1
    while (sentAt.length < Math.min(due, count)) {
      const n = sentAt.length
      sentAt.push(preciseNow())
      yield tokenOf(n)
    }
    await pause(1000 / perSecond)
  }
}
