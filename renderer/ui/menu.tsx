import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

const itemClass =
  'flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-accent-bg data-disabled:opacity-50'

/** A menu that drops from its trigger. Not modal: see the note on the backdrop in dialog.tsx. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-60 max-h-96 min-w-44 max-w-80 overflow-auto rounded-lg border border-line bg-panel p-1 text-ink shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect(): void
  children: ReactNode
}

export function MenuItem({ icon: Icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={danger ? `${itemClass} text-error` : itemClass}
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0" />}
      {children}
    </DropdownMenu.Item>
  )
}

/** One of several of which exactly one holds; the menu closes with the choice. */
export function MenuChoice({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange(): void
  children: ReactNode
}) {
  return (
    <DropdownMenu.CheckboxItem role="menuitemradio" checked={checked} onSelect={onChange} className={itemClass}>
      <span className="inline-flex w-4 shrink-0">{checked && <Check size={14} aria-hidden />}</span>
      {children}
    </DropdownMenu.CheckboxItem>
  )
}

/** A line between groups of items, with the name of the next group where it has one. */
export function MenuLine({ children }: { children?: ReactNode }) {
  return (
    <>
      <DropdownMenu.Separator className="my-1 h-px bg-line" />
      {children && <DropdownMenu.Label className="px-2 py-1 text-xs text-faint">{children}</DropdownMenu.Label>}
    </>
  )
}

export function MenuCheck({
  checked,
  disabled = false,
  onChange,
  children,
}: {
  checked: boolean
  disabled?: boolean
  onChange(): void
  children: ReactNode
}) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClass}
    >
      <span className="inline-flex w-4 shrink-0">{checked && <Check size={14} aria-hidden />}</span>
      {children}
    </DropdownMenu.CheckboxItem>
  )
}
