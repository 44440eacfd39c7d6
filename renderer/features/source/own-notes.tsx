import { Highlighter, Pencil, StickyNote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../../contract/error-shape'
import type { Annotation } from '../../../contract/library/annotation'
import { quarry, useCall } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { Failure } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { type OpenSource, startOf, useWindowDispatch } from '../../window/window-state'

export interface OwnNotes {
  readonly annotations: readonly Annotation[]
  readonly error: ErrorShape | null
  /** They changed here. */
  changed(): void
}

/** A person's highlights and notes on a source. */
export function useOwnNotes(sourceId: string): OwnNotes {
  const [revision, setRevision] = useState(0)
  const state = useCall(`${sourceId} ${revision}`, () => quarry.libraryAnnotations({ sourceId }))
  const annotations = (state.value ?? []).filter((one) => one.sourceId === sourceId)
  const error = state.status === 'failed' ? state.error : null
  return { annotations, error, changed: () => setRevision((before) => before + 1) }
}

/** The note that is being written: a new one on a passage or the whole source, or one that is there. */
type Draft =
  | { readonly kind: 'new'; readonly range: Annotation['range'] }
  | { readonly kind: 'edited'; readonly annotation: Annotation }

/** Highlights and notes on the open source, and the means to add them: to what is selected, else to the marked passage. */
export function OwnNotesSection({ place, own }: { place: OpenSource; own: OwnNotes }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [draft, setDraft] = useState<Draft | null>(null)
  const target = (): Annotation['range'] => selectedRange(window.getSelection()) ?? place.range
  const highlight = (): void =>
    void attempt(async () => {
      await quarry.libraryAnnotate({ sourceId: place.sourceId, range: target(), note: '' })
      own.changed()
    })
  // A press must not take the selection away before it is read.
  const keepSelection = (event: React.MouseEvent): void => event.preventDefault()
  return (
    <section className="mb-2" data-testid="own-notes">
      <div className="flex flex-wrap items-center gap-1">
        <h3 className="flex-1 text-xs font-medium text-dim">{t('annotations.title')}</h3>
        <IconButton
          size="small"
          icon={Highlighter}
          label={t('annotations.highlight')}
          onMouseDown={keepSelection}
          onClick={() => (target() === null ? setDraft({ kind: 'new', range: null }) : highlight())}
        />
        <IconButton
          size="small"
          icon={StickyNote}
          label={t('annotations.addNote')}
          onMouseDown={keepSelection}
          onClick={() => setDraft({ kind: 'new', range: target() })}
        />
      </div>
      {draft !== null && (
        <NoteForm
          key={draft.kind === 'edited' ? draft.annotation.id : 'new'}
          draft={draft}
          sourceId={place.sourceId}
          onClose={() => setDraft(null)}
          onSaved={own.changed}
        />
      )}
      {own.error && <Failure error={own.error} />}
      {own.annotations.length > 0 && (
        <ul>
          {own.annotations.map((annotation) => (
            <OwnNote
              key={annotation.id}
              annotation={annotation}
              onEdit={() => setDraft({ kind: 'edited', annotation })}
              onRemoved={own.changed}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface NoteFormProps {
  draft: Draft
  sourceId: string
  onClose(): void
  onSaved(): void
}

function NoteForm({ draft, sourceId, onClose, onSaved }: NoteFormProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [note, setNote] = useState(draft.kind === 'edited' ? draft.annotation.note : '')
  const isEmpty = note.trim() === ''
  const onWhole = draft.kind === 'new' && draft.range === null
  const save = (): void =>
    void attempt(async () => {
      if (draft.kind === 'edited') await quarry.libraryEditAnnotation({ annotationId: draft.annotation.id, note })
      else await quarry.libraryAnnotate({ sourceId, range: draft.range, note })
      onSaved()
      onClose()
    })
  return (
    <form
      className="my-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) save()
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: a person has just asked to write here
        autoFocus
        rows={3}
        value={note}
        maxLength={20_000}
        aria-label={t(onWhole ? 'annotations.onSource' : 'annotations.onPassage')}
        placeholder={t(onWhole ? 'annotations.onSource' : 'annotations.onPassage')}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onClose()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
        className={`${inputClass} text-sm`}
      />
      <div className="mt-1 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" disabled={isEmpty}>
          {t('annotations.save')}
        </Button>
      </div>
    </form>
  )
}

interface OwnNoteProps {
  annotation: Annotation
  onEdit(): void
  onRemoved(): void
}

function OwnNote({ annotation, onEdit, onRemoved }: OwnNoteProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const { id, sourceId, range, quote, note } = annotation
  const text = (
    <>
      {note !== '' && <span className="line-clamp-4 whitespace-pre-wrap text-ink">{note}</span>}
      {quote !== '' && <span className="line-clamp-2 border-l-2 border-mark pl-2 font-serif text-dim">{quote}</span>}
      {quote !== '' && range === null && <span className="text-blocked">{t('annotations.lost')}</span>}
    </>
  )
  return (
    <li className="flex items-start gap-1 py-0.5 text-sm" data-testid="own-note">
      {range === null ? (
        <div className="min-w-0 flex-1 px-1">{text}</div>
      ) : (
        <button
          type="button"
          onClick={() => dispatch({ type: 'openPlace', place: openingOf(sourceId, range) })}
          className="min-w-0 flex-1 rounded-md px-1 text-left hover:bg-sunk"
        >
          {text}
        </button>
      )}
      <IconButton size="small" icon={Pencil} label={t('annotations.edit')} onClick={onEdit} />
      <IconButton
        size="small"
        icon={Trash2}
        label={t('annotations.remove')}
        onClick={() =>
          void attempt(async () => {
            await quarry.libraryRemoveAnnotation({ annotationId: id })
            onRemoved()
          })
        }
      />
    </li>
  )
}

/** The place of an annotation as it opens: which page it is on is found by its characters. */
export const openingOf = (sourceId: string, range: Annotation['range']): OpenSource => ({
  ...startOf(sourceId),
  range,
})

/** Carries where a stretch of a source's text begins, in UTF-16 code units of the whole. */
const runStart = 'data-start'

function offsetOf(node: Node, offset: number): number | null {
  const run = (node instanceof Element ? node : node.parentElement)?.closest(`[${runStart}]`)
  if (!run) return null
  const before = document.createRange()
  before.setStart(run, 0)
  before.setEnd(node, offset)
  return Number(run.getAttribute(runStart)) + before.toString().length
}

/** The characters of a source's text that are selected in the window; null where none are. */
function selectedRange(selection: Selection | null): { start: number; end: number } | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const start = offsetOf(startContainer, startOffset)
  const end = offsetOf(endContainer, endOffset)
  return start === null || end === null || start >= end ? null : { start, end }
}
