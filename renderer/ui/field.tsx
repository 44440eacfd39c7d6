import { clsx } from 'clsx'
import { Switch } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'

export const inputClass =
  'w-full rounded-md border border-edge bg-bg px-2.5 py-1.5 text-base text-ink placeholder:text-faint focus-visible:outline-2 focus-visible:outline-accent'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  help?: string
  error?: string | null
}

export function TextField({ label, help, error, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        className={clsx(inputClass, 'mt-1')}
        aria-describedby={help || error ? `${id}-help` : undefined}
        aria-invalid={error ? true : undefined}
        {...rest}
      />
      {(help || error) && (
        <p id={`${id}-help`} className={clsx('mt-1 text-xs', error ? 'text-error' : 'text-faint')}>
          {error ?? help}
        </p>
      )}
    </div>
  )
}

interface ToggleProps {
  label: string
  help?: string
  checked: boolean
  onChange(checked: boolean): void
}

export function Toggle({ label, help, checked, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        {...(help ? { 'aria-describedby': `${id}-help` } : {})}
        className="mt-0.5 h-[18px] w-8 shrink-0 rounded-full border border-edge bg-sunk data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-3 translate-x-[2px] rounded-full bg-faint transition-transform data-[state=checked]:translate-x-[16px] data-[state=checked]:bg-on-accent" />
      </Switch.Root>
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-xs text-faint">
            {help}
          </p>
        )}
      </div>
    </div>
  )
}

/** A heading in small capitals, with what stands at its end. */
export function SectionTitle({ children, end, id }: { children: ReactNode; end?: ReactNode; id?: string }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-2 px-1.5">
      <h2 id={id} className="section-title">
        {children}
      </h2>
      {end}
    </div>
  )
}
