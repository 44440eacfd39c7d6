/** Progress of set-up and tests: plain lines on stderr, because stdout belongs to results. */

const STILL_WORKING_MS = 10_000

/** @param {string} line */
export function report(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Says what begins, now and then that it still goes on, and how long it took.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reportWhile(title, work) {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  report(`${title} …`)
  const timer = setInterval(() => report(`  … ${title}: ${elapsed()} so far`), STILL_WORKING_MS)
  try {
    const result = await work()
    report(`  done in ${elapsed()}`)
    return result
  } finally {
    clearInterval(timer)
  }
}
