import type { ReactNode } from 'react'

interface FilterChipProps {
  pressed: boolean
  onPress(): void
  children: ReactNode
  /** What it filters by, for tests and pictures to find it by. */
  'data-kind'?: string
  'data-status-filter'?: string
}

/** One of the ways to narrow a list: pressed while the list is narrowed by it. */
export function FilterChip({ pressed, onPress, children, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex items-center gap-1.5 rounded-full border border-transparent px-2 py-px text-xs whitespace-nowrap text-dim tabular-nums hover:bg-sunk aria-pressed:border-edge aria-pressed:bg-panel aria-pressed:text-ink"
      {...rest}
    >
      {children}
    </button>
  )
}

/** Chips that go together, on as many lines as they need. Names the group for screen readers. */
export function FilterChips({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-h-6 flex-wrap items-center gap-y-0.5">
      <legend className="sr-only">{name}</legend>
      {children}
    </fieldset>
  )
}
