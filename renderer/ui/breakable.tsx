import { Fragment } from 'react'

/** A name or a path that breaks after its own joints where it has to, and anywhere only within a part that is too long. */
export function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[_.\-/\\:])/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name never change their order
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ))
}
