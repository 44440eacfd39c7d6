import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { partOf, type SourceText } from '../../../contract/library/source'
import { wordsOfPlace } from '../../../wording'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { extendWindow } from './extend-window'
import { textRunsOf } from './text-runs'

/** Characters that one press on "earlier" or "later" adds. */
const moreLength = 30_000

interface TextWindowProps {
  first: SourceText
  range: { start: number; end: number } | null
  /** Passages that a person highlighted or noted something on. */
  own: readonly { start: number; end: number }[]
}

/** The stored text around a place, its passage lit and in view; a long source is read window by window. */
export function TextWindow({ first, range, own }: TextWindowProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const speech = useSpeech()
  const [held, setHeld] = useState({ offset: first.offset, text: first.text })
  const scroller = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLElement>(null)
  const heightBefore = useRef<number | null>(null)

  // The passage stands in the upper third, where one begins to read.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && mark.current) box.scrollTop = mark.current.offsetTop - box.clientHeight / 4
  }, [])
  // Text that came in above must not move what is being read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the text has grown
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && heightBefore.current !== null) box.scrollTop += box.scrollHeight - heightBefore.current
    heightBefore.current = null
  }, [held])

  const end = held.offset + held.text.length
  const more = (around: number, above: boolean): void =>
    void attempt(async () => {
      const part = await quarry.libraryText({ sourceId: first.source.id, around, length: moreLength })
      if (above) heightBefore.current = scroller.current?.scrollHeight ?? null
      setHeld((before) => extendWindow(before, { offset: part.offset, text: part.text }))
    })

  const runs = textRunsOf(held, first, range, own)
  const part = partOf(first.source.mediaType)
  const code =
    first.source.mediaType === 'code' || first.source.mediaType === 'json' || first.source.mediaType === 'table'
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by key
      tabIndex={0}
      aria-label={t('source.textLabel', { name: first.source.name })}
      data-testid="source-text"
      className="relative mx-3 mb-3 min-h-24 flex-1 overflow-auto rounded-md border border-line bg-bg px-5 py-4 [overflow-anchor:none]"
    >
      {held.offset > 0 && (
        <Button className="mb-3" onClick={() => more(Math.max(0, held.offset - moreLength / 2), true)}>
          {t('source.earlier')}
        </Button>
      )}
      <div
        lang={first.source.language ?? undefined}
        className={
          code
            ? 'font-mono text-[12.5px] leading-relaxed whitespace-pre-wrap text-dim'
            : 'font-serif text-[15px] leading-[1.65] whitespace-pre-wrap text-dim'
        }
      >
        {runs.map(({ start, text, kind, beginsPart }) => (
          <Fragment key={start}>
            {beginsPart !== null && (
              <span className="block border-t border-line pt-1 font-sans text-xs text-faint select-none">
                {wordsOfPlace({ page: beginsPart, part }, speech)}
              </span>
            )}
            {kind === 'cited' ? (
              <mark ref={mark} data-testid="highlight" data-start={start} className="bg-mark py-px text-ink">
                {text}
              </mark>
            ) : kind === 'own' ? (
              <mark
                data-testid="own-highlight"
                data-start={start}
                className="bg-transparent text-ink underline decoration-mark decoration-[3px] underline-offset-4"
              >
                {text}
              </mark>
            ) : kind === 'heading' ? (
              <strong data-start={start} className="font-semibold text-ink">
                {text}
              </strong>
            ) : (
              <span data-start={start}>{text}</span>
            )}
          </Fragment>
        ))}
      </div>
      {end < first.totalLength && (
        <Button
          className="mt-3"
          onClick={() => more(Math.min(first.totalLength - 1, end + Math.floor(moreLength / 2) - 1), false)}
        >
          {t('source.later')}
        </Button>
      )}
    </section>
  )
}
