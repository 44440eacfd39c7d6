import { useState } from 'react'
import type { AppSettings } from '../../contract/app/app'
import { quarry } from '../bridge'

type Layout = AppSettings['layout']

/** Whether the window would stand the same with either; the order of keys is the database's and tells nothing. */
export const isSameLayout = (one: Layout, other: Layout): boolean =>
  ([...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Layout)[]).every(
    (key) => one[key] === other[key],
  )

interface Shown {
  readonly value: AppSettings | null
  /** Where the frame has its layout from: another one builds the frame anew. */
  readonly origin: 'nowhere' | 'remembered' | 'stored'
}

/**
 * The settings to show the window with: the stored ones, before they come those that were remembered. Where the two
 * disagree on the layout, because a library was moved here or a start was cut off, the stored one holds.
 */
export function useShownSettings(stored: AppSettings | null): Shown {
  const [first, setFirst] = useState(stored)
  if (first === null && stored !== null) setFirst(stored)
  const { remembered } = quarry
  if (remembered === null) return { value: stored, origin: stored === null ? 'nowhere' : 'stored' }
  const agrees = first === null || isSameLayout(first.layout, remembered.layout)
  return { value: stored ?? remembered, origin: agrees ? 'remembered' : 'stored' }
}
