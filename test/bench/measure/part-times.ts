/** Milliseconds that each of some parts took, in the order in which they were noted. */
export interface PartTimes {
  /** The object, with the time of these of its methods noted under a part's name. */
  watch<Watched extends object>(watched: Watched, parts: Partial<Record<keyof Watched & string, string>>): Watched
  /** What was noted since the last call, summed up by part. */
  take(): Map<string, number>
}

export function createPartTimes(): PartTimes {
  let noted = new Map<string, number>()
  return {
    watch: (watched, parts) =>
      new Proxy(watched, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          const part = (parts as Record<string, string | undefined>)[String(name)]
          if (part === undefined) return value.bind(target)
          return async (...parameters: unknown[]) => {
            const startedAt = performance.now()
            try {
              return await value.apply(target, parameters)
            } finally {
              noted.set(part, (noted.get(part) ?? 0) + performance.now() - startedAt)
            }
          }
        },
      }),
    take() {
      const taken = noted
      noted = new Map()
      return taken
    },
  }
}

/** The value below which this share of them lies. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
