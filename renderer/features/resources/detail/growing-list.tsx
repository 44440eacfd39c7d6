import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { inputClass } from '../../../ui/field'
import { useFormat } from '../../../window/use-format'

const step = 50
/** So few are read at a glance: nothing to look for. */
const findFrom = 8

interface GrowingListProps<Item> {
  items: readonly Item[]
  keyOf(item: Item): string
  /** What is looked in when a person looks for something; lower case. */
  wordsOf(item: Item): string
  findLabel: string
  children(item: Item): ReactNode
}

/** A list of up to thousands of things that fold open: fifty at a time, with a field to find one. */
export function GrowingList<Item>({ items, keyOf, wordsOf, findLabel, children }: GrowingListProps<Item>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState('')
  const [shown, setShown] = useState(step)
  const wanted = text.trim().toLowerCase()
  const found = wanted === '' ? items : items.filter((item) => wordsOf(item).includes(wanted))
  const more = Math.min(step, found.length - shown)
  return (
    <>
      {items.length >= findFrom && (
        <input
          type="search"
          value={text}
          placeholder={findLabel}
          aria-label={findLabel}
          onChange={(event) => {
            setText(event.target.value)
            setShown(step)
          }}
          className={`${inputClass} mb-1.5 text-sm`}
        />
      )}
      {found.length === 0 && items.length > 0 && (
        <p className="py-1 text-sm text-dim">{t('resources.detail.notFound')}</p>
      )}
      <ul>
        {found.slice(0, shown).map((item) => (
          <li key={keyOf(item)} className="border-t border-line">
            {children(item)}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button tone="quiet" className="mt-1" onClick={() => setShown(shown + step)}>
          {t('resources.detail.moreParts', { count: more, more: format.number(more) })}
        </Button>
      )}
    </>
  )
}
