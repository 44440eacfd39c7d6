import type { ReactNode } from 'react'
import { Breakable } from './breakable'

/** Names and what they hold, one under the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="text-sm">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[116px_minmax(0,1fr)] items-baseline gap-2 border-t border-line py-1 first:border-t-0">
      <dt className="text-dim">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </div>
  )
}

/** A path, an address or a command, told word for word. */
export function Verbatim({ children }: { children: string }) {
  return (
    <bdi className="block font-mono text-2xs">
      <Breakable name={children} />
    </bdi>
  )
}

/** A part of the page with its heading. */
export function Part({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) {
  return (
    <section className="mt-4">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="section-title">{title}</h3>
        {end}
      </div>
      <div className="mt-1">{children}</div>
    </section>
  )
}
