import { clsx } from 'clsx'
import { ToggleGroup } from 'radix-ui'

interface SegmentsProps<Value extends string> {
  value: Value
  choices: readonly { value: Value; label: string }[]
  size?: 'small' | 'normal'
  onChange(value: Value): void
}

/** A few choices side by side of which one holds. The arrow keys move between them. */
export function Segments<Value extends string>({
  value,
  choices,
  size = 'normal',
  onChange,
  ...named
}: SegmentsProps<Value> & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => next && onChange(next as Value)}
      className="flex w-fit shrink-0 rounded-md border border-edge p-0.5"
      {...named}
    >
      {choices.map((choice) => (
        <ToggleGroup.Item
          key={choice.value}
          value={choice.value}
          className={clsx(
            'rounded text-dim data-[state=on]:bg-accent-bg data-[state=on]:text-ink',
            size === 'small' ? 'px-2.5 py-0.5 text-xs' : 'px-3 py-1 text-sm',
          )}
        >
          {choice.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
