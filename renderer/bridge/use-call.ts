import { useEffect, useRef, useState } from 'react'
import type { ErrorShape } from '../../contract/error-shape'
import { toShape } from './quarry'

export type CallState<Value> =
  | { status: 'loading'; value: Value | null }
  | { status: 'ready'; value: Value }
  | { status: 'failed'; error: ErrorShape; value: null }

/**
 * Asks main whenever `key` changes; null asks nothing. The last value stays while the next one is on its way,
 * unless `keep` is false; late answers to an older question are dropped.
 */
export function useCall<Value>(key: string | null, ask: () => Promise<Value>, keep = true): CallState<Value> {
  const [state, setState] = useState<CallState<Value>>({ status: 'loading', value: null })
  const askNow = useRef(ask)
  askNow.current = ask
  useEffect(() => {
    if (key === null) return
    let current = true
    setState((before) => ({ status: 'loading', value: keep && before.status !== 'failed' ? before.value : null }))
    askNow.current().then(
      (value) => current && setState({ status: 'ready', value }),
      (error: unknown) => current && setState({ status: 'failed', error: toShape(error), value: null }),
    )
    return () => {
      current = false
    }
  }, [key, keep])
  return state
}
