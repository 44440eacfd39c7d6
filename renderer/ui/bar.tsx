/** A share in 0..1 as a bar beside its number. A picture only: the number says the same. */
export function Bar({ share, className = 'bg-accent' }: { share: number; className?: string }) {
  return (
    <span aria-hidden className="block h-1.5 overflow-hidden rounded-[3px] bg-sunk">
      <span
        className={`block h-full rounded-[3px] ${className}`}
        style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
      />
    </span>
  )
}
