/**
 * Takes from the sandbox what runs a text as code, and what tells one run from another: the clock and chance. Runs inside the
 * sandbox before the code, as its own text: it names nothing that stands around it.
 * @returns what writes the result of the code as JSON
 */
export function seal(): (value: unknown) => string {
  const refuse = (what: string) => (): never => {
    throw new TypeError(`A computation has no ${what}.`)
  }
  const noText = refuse('way to run a text as code')
  const functions: readonly object[] = [() => {}, function* () {}, async () => {}, async function* () {}]
  for (const one of functions)
    Object.defineProperty(Object.getPrototypeOf(one), 'constructor', { value: noText, writable: false })
  const world = globalThis as unknown as Record<string, unknown>
  delete world.eval
  delete world.Function
  Math.random = refuse('chance')
  const calendar = Date
  const noClock = refuse('clock')
  function timeless(...given: [number | string]): Date {
    return new.target === undefined || Object.keys(given).length === 0 ? noClock() : new calendar(...given)
  }
  timeless.prototype = calendar.prototype
  Object.defineProperty(calendar.prototype, 'constructor', { value: timeless })
  Object.assign(timeless, { UTC: calendar.UTC, parse: calendar.parse, now: noClock })
  world.Date = timeless

  const { stringify } = JSON
  return (result) => {
    const json = stringify(result, (key, value: unknown) => {
      if (typeof value === 'number' && !(Math.abs(value) < 1 / 0))
        throw new RangeError(`${value} at “${key}” is no result.`)
      if (typeof value === 'bigint') return String(value)
      if (value instanceof Map || value instanceof Set) return [...value]
      if (value instanceof Promise) throw new TypeError('The result is a promise: nothing here is waited for.')
      return value
    })
    if (json === undefined) throw new TypeError('The last expression has no value.')
    return json
  }
}
