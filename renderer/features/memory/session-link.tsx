import { clsx } from 'clsx'
import { useWindowDispatch } from '../../window/window-state'

interface SessionLinkProps {
  /** Within a sentence; else on a line of its own. */
  readonly isInline?: boolean
  readonly session: { readonly sessionId: string; readonly title: string; readonly version?: number }
}

/** A session by its title; leads to it, and to the version of its report where one is meant. */
export function SessionLink({ session: { sessionId, title, version }, isInline = false }: SessionLinkProps) {
  const dispatch = useWindowDispatch()
  return (
    <button
      type="button"
      className={clsx('underline decoration-dotted', isInline || 'mt-0.5 block max-w-full truncate text-left')}
      onClick={() => {
        dispatch({ type: 'openSession', sessionId })
        if (version !== undefined) dispatch({ type: 'showReport', version })
      }}
    >
      <bdi>{title}</bdi>
    </button>
  )
}
