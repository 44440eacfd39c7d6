import { Progress as Radix } from 'radix-ui'

/** A thin bar. `share` is 0..1; null says that something goes on without saying how far. */
export function Progress({ share, label }: { share: number | null; label: string }) {
  return (
    <Radix.Root
      value={share === null ? null : Math.round(share * 100)}
      aria-label={label}
      className="h-[3px] overflow-hidden rounded-sm bg-line"
    >
      <Radix.Indicator
        className={share === null ? 'block h-full w-1/3 bg-accent motion-safe:animate-pulse' : 'block h-full bg-accent'}
        style={share === null ? {} : { width: `${share * 100}%` }}
      />
    </Radix.Root>
  )
}
