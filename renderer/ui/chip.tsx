import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Tone = 'plain' | 'busy' | 'blocked' | 'error' | 'ok'

const tones: Record<Tone, string> = {
  plain: 'bg-sunk text-dim',
  busy: 'bg-accent-bg text-accent',
  blocked: 'bg-sunk text-blocked',
  error: 'bg-sunk text-error',
  ok: 'bg-sunk text-ok',
}

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx('inline-flex items-center gap-1 rounded-full px-2 py-px text-2xs whitespace-nowrap', tones[tone])}
    >
      {children}
    </span>
  )
}

/** A key as it is drawn on a keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded border border-line bg-sunk px-1.5 py-px font-sans text-2xs whitespace-nowrap text-dim">
      {children}
    </kbd>
  )
}
