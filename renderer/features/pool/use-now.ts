import { useEffect, useState } from 'react'

/** The time, told anew every second while something moves by it. */
export function useNow(moves: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (!moves) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [moves])
  return now
}
