import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Hint } from './hint'

type Tone = 'primary' | 'plain' | 'quiet' | 'danger'

const tones: Record<Tone, string> = {
  primary: 'bg-accent text-on-accent border-accent hover:opacity-90',
  plain: 'bg-panel text-ink border-edge hover:bg-sunk',
  quiet: 'border-transparent text-dim hover:bg-sunk hover:text-ink',
  danger: 'bg-panel text-error border-error hover:bg-sunk',
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone
  icon?: LucideIcon
  children: ReactNode
}

export function Button({ tone = 'plain', icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(
        'inline-flex h-8 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium whitespace-nowrap',
        'disabled:cursor-default disabled:opacity-55',
        tones[tone],
        className,
      )}
      {...rest}
    >
      {Icon && <Icon size={15} aria-hidden />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon: LucideIcon
  size?: 'small' | 'normal'
}

/** A button that is only a picture: its label is its name and its hint. */
export function IconButton({ label, icon: Icon, size = 'normal', className, ...rest }: IconButtonProps) {
  return (
    <Hint text={label}>
      <button
        type="button"
        aria-label={label}
        className={clsx(
          'inline-flex shrink-0 items-center justify-center rounded-md text-dim hover:bg-sunk hover:text-ink',
          'disabled:cursor-default disabled:opacity-40',
          size === 'small' ? 'size-6' : 'size-8',
          className,
        )}
        {...rest}
      >
        <Icon size={size === 'small' ? 14 : 16} aria-hidden />
      </button>
    </Hint>
  )
}
