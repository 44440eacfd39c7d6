import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

/** Find in the report: lights up every match, steps through them, tells how many there are. */
export function FindBar({ reportId }: { reportId: string | null }) {
  const { finding } = useWindowState()
  return finding && reportId !== null ? <OpenFindBar reportId={reportId} /> : null
}

function OpenFindBar({ reportId }: { reportId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const input = useRef<HTMLInputElement>(null)
  const [word, setWord] = useState('')
  const [ranges, setRanges] = useState<Range[]>([])
  const [at, setAt] = useState(0)

  useEffect(() => input.current?.select(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rewritten report has other matches
  useEffect(() => {
    const root = document.getElementById('report-body')
    setRanges(root ? findRanges(root, word.trim()) : [])
    setAt(0)
  }, [word, reportId])
  useEffect(() => {
    CSS.highlights.set('find-all', new Highlight(...ranges))
    const current = ranges[at]
    if (current) {
      const highlight = new Highlight(current)
      highlight.priority = 1
      CSS.highlights.set('find-current', highlight)
      current.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    }
    return () => {
      CSS.highlights.delete('find-all')
      CSS.highlights.delete('find-current')
    }
  }, [ranges, at])

  const close = (): void => dispatch({ type: 'finding', open: false })
  const step = (by: number): void => {
    if (ranges.length > 0) setAt((at + by + ranges.length) % ranges.length)
  }
  return (
    <search
      className="flex shrink-0 items-center gap-2 border-b border-line bg-panel px-4 py-1.5"
      data-testid="find-bar"
    >
      <input
        ref={input}
        type="text"
        value={word}
        aria-label={t('report.find')}
        placeholder={t('report.find')}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            close()
          } else if (event.key === 'Enter') {
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          }
        }}
        className={`${inputClass} max-w-72 py-1`}
      />
      <span role="status" className="min-w-20 text-xs text-dim tabular-nums">
        {word.trim() === ''
          ? ''
          : ranges.length === 0
            ? t('report.findNone')
            : t('report.findCount', { at: format.number(at + 1), total: format.number(ranges.length) })}
      </span>
      <IconButton size="small" icon={ChevronUp} label={t('report.findPrevious')} onClick={() => step(-1)} />
      <IconButton size="small" icon={ChevronDown} label={t('report.findNext')} onClick={() => step(1)} />
      <span className="flex-1" />
      <IconButton size="small" icon={X} label={t('report.findClose')} onClick={close} />
    </search>
  )
}

/** Where a word stands in the text below `root`, across elements, without regard to case. At most `limit`. */
function findRanges(root: HTMLElement, word: string, limit = 2000): Range[] {
  const wanted = word.toLowerCase()
  if (wanted === '') return []
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    // The numbers of citations are controls, not text.
    node.parentElement?.closest('[data-citation]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push({ node, start: text.length })
    text += node.data
  }
  // Lower-casing can change a string's length; then offsets would lie, so each unit is lowered by itself.
  const lowered = text.toLowerCase()
  const searched =
    lowered.length === text.length
      ? lowered
      : [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join('')
  const placeAt = (offset: number, end: boolean): { node: Text; offset: number } | null => {
    for (let index = nodes.length - 1; index >= 0; index--) {
      const entry = nodes[index]
      if (entry && (end ? entry.start < offset : entry.start <= offset)) {
        return { node: entry.node, offset: offset - entry.start }
      }
    }
    return null
  }
  const ranges: Range[] = []
  let at = searched.indexOf(wanted)
  while (at >= 0 && ranges.length < limit) {
    const from = placeAt(at, false)
    const to = placeAt(at + wanted.length, true)
    if (from && to) {
      const range = document.createRange()
      range.setStart(from.node, from.offset)
      range.setEnd(to.node, to.offset)
      ranges.push(range)
    }
    at = searched.indexOf(wanted, at + wanted.length)
  }
  return ranges
}
