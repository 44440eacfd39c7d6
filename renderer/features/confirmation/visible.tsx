import { Fragment } from 'react'
import { shownParts } from '../../../contract/shown-text'

/** Foreign text as it is: what the eye would not see, or see elsewhere, is written out. */
export function Visible({ text }: { text: string }) {
  return shownParts(text).map((part, at) =>
    at % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
      <Fragment key={at}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={at} className="rounded-sm bg-mark px-0.5 text-ink">
        {part}
      </span>
    ),
  )
}
