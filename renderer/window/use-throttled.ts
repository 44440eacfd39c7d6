import { useEffect, useRef, useState } from 'react'

/** A value that changes at most once in `intervalMs`; the last one always arrives. */
export function useThrottled<Value>(value: Value, intervalMs: number): Value {
  const [shown, setShown] = useState(value)
  const shownAt = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, shownAt.current + intervalMs - Date.now())
    const timer = setTimeout(() => {
      shownAt.current = Date.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, intervalMs])
  return shown
}
