import type { Page } from '@playwright/test'

/** What a page noted while text streamed into it; times in milliseconds since the epoch. */
export interface Seen {
  /** When each frame was begun. */
  readonly frames: readonly number[]
  /** When the text in the page first had the token of this number, and every one before it. */
  readonly shown: readonly (readonly [token: number, at: number])[]
  /** When the first token had been painted. */
  readonly paintedAt: number | null
  /** Tasks of more than 50 ms: when each began, and its length. */
  readonly longTasks: readonly (readonly [at: number, ms: number])[]
}

declare global {
  interface Window {
    seen?: { -readonly [Key in keyof Seen]: Seen[Key] extends readonly (infer One)[] ? One[] : Seen[Key] }
  }
}

/** Begins to note frames, long tasks and the tokens in the page's `[data-testid="draft"]`. */
export const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const now = (): number => performance.timeOrigin + performance.now()
    const seen: NonNullable<Window['seen']> = { frames: [], shown: [], paintedAt: null, longTasks: [] }
    window.seen = seen
    const frame = (): void => {
      if (window.seen !== seen) return
      seen.frames.push(now())
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.longTasks.push([performance.timeOrigin + startTime, duration])
    }).observe({ entryTypes: ['longtask'] })
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid="draft"] p:last-child')?.lastChild?.textContent ?? ''
      const token = /([0-9]{1,9})\.?$/.exec(text.slice(-20))?.[1]
      if (token === undefined) return
      const before = seen.shown.at(-1)?.[0] ?? -1
      if (Number(token) <= before) return
      seen.shown.push([Number(token), now()])
      if (before >= 0) return
      requestAnimationFrame(() => {
        // Posted within a frame, it comes once that frame is drawn.
        const painted = new MessageChannel()
        painted.port1.onmessage = () => {
          seen.paintedAt = now()
        }
        painted.port2.postMessage(null)
      })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

/** Ends the noting. */
export const framesSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { seen } = window
    if (seen === undefined) throw new Error('Nothing was noted.')
    delete window.seen
    return seen
  })

/** How far the clock of a page is off from ours at most, in milliseconds, and the time that asking took. */
export async function clockOffset(page: Page, now: () => number): Promise<{ offsetMs: number; roundTripMs: number }> {
  let best = { offsetMs: 0, roundTripMs: Number.POSITIVE_INFINITY }
  for (let time = 0; time < 20; time += 1) {
    const asked = now()
    const theirs = await page.evaluate(() => performance.timeOrigin + performance.now())
    const answered = now()
    const roundTripMs = answered - asked
    if (roundTripMs < best.roundTripMs) best = { offsetMs: theirs - (asked + answered) / 2, roundTripMs }
  }
  return best
}
