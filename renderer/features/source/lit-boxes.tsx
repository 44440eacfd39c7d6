import type { DrawnBox } from './box-on-page'

/** What is cited, lit on a drawn page: boxes as shares of the page that they are laid over. */
export function LitBoxes({ boxes }: { boxes: readonly DrawnBox[] }) {
  return boxes.map((box) => (
    <span
      key={`${box.left}:${box.top}`}
      aria-hidden
      data-testid="highlight"
      className="absolute rounded-[2px] bg-[#fde047] opacity-45 mix-blend-multiply"
      style={{
        left: `${box.left * 100}%`,
        top: `${box.top * 100}%`,
        width: `${box.width * 100}%`,
        height: `${box.height * 100}%`,
      }}
    />
  ))
}
