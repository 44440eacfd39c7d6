import { useEffect, useState } from 'react'

/** Main is asked when typing rests for this long. */
const restMs = 160

/** A text as it was when typing last rested. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
