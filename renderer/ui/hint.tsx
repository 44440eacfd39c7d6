import { Tooltip } from 'radix-ui'
import type { ReactElement } from 'react'

/** A hint that shows on hover and on focus. What it says is also the name of what it hangs on. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={5}
          collisionPadding={8}
          className="z-70 max-w-72 rounded-md bg-ink px-2 py-1 text-xs wrap-anywhere whitespace-pre-line text-bg"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
