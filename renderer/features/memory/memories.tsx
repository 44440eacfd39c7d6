import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemoryView } from '../../../contract/library/memory'
import { quarry } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { inputClass, TextField } from '../../ui/field'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { RememberedList } from './remembered-list'
import { SessionLink } from './session-link'

/** What the person told, and what rules and language models took from that. */
export function Memories() {
  const { t } = useTranslation()
  const [writing, setWriting] = useState<'new' | string | null>(null)
  const written = (again: () => void) => (): void => {
    setWriting(null)
    again()
  }
  return (
    <RememberedList
      kind="memories"
      setting="remembers"
      list={async (page) => {
        const { memories, total } = await quarry.memoryList(page)
        return { rows: memories, total }
      }}
      removeAll={() => quarry.memoryRemove({ ids: null })}
      keyOf={({ memoryId }) => memoryId}
      actions={(again) => (
        <>
          <Button icon={Plus} disabled={writing === 'new'} onClick={() => setWriting('new')}>
            {t('memory.add')}
          </Button>
          {writing === 'new' && (
            <div className="w-full">
              <MemoryForm memory={null} onCancel={() => setWriting(null)} onWritten={written(again)} />
            </div>
          )}
        </>
      )}
      row={(memory, again) =>
        writing === memory.memoryId ? (
          <MemoryForm memory={memory} onCancel={() => setWriting(null)} onWritten={written(again)} />
        ) : (
          <MemoryRow memory={memory} onEdit={() => setWriting(memory.memoryId)} onRemoved={again} />
        )
      }
    />
  )
}

function MemoryRow({
  memory,
  onEdit,
  onRemoved,
}: {
  memory: MemoryView
  onEdit(): void
  onRemoved(): void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const { memoryId, text, tags, importance, origin, session, updatedAt, lastUsedAt, uses } = memory
  const told = [
    t(`memory.origin.${origin}`),
    format.when(updatedAt),
    t('memory.importance', { importance: format.percent(importance) }),
    lastUsedAt === null
      ? t('memory.unused')
      : t('memory.used', { count: uses, uses: format.number(uses), when: format.when(lastUsedAt) }),
  ]
  return (
    <div className="flex items-start gap-2" data-testid="memory">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        {tags.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1">
            {tags.map((tag) => (
              <Chip key={tag}>{t(`memory.tag.${tag}`, { defaultValue: tag })}</Chip>
            ))}
          </p>
        )}
        <p className="mt-1 text-xs text-faint tabular-nums">
          {told.join(' · ')}
          {session !== null && <SessionLink session={session} />}
        </p>
      </div>
      <IconButton size="small" icon={Pencil} label={t('memory.edit')} onClick={onEdit} />
      <IconButton
        size="small"
        icon={Trash2}
        label={t('memory.remove')}
        onClick={() => void attempt(() => quarry.memoryRemove({ ids: [memoryId] })).then((done) => done && onRemoved())}
      />
    </div>
  )
}

interface MemoryFormProps {
  /** Null: a new one. */
  readonly memory: MemoryView | null
  onCancel(): void
  onWritten(): void
}

function MemoryForm({ memory, onCancel, onWritten }: MemoryFormProps) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState(memory?.text ?? '')
  const [tags, setTags] = useState(memory?.tags.join(', ') ?? '')
  const save = (): void => {
    const given = {
      text: text.trim(),
      tags: tags
        .split(/[,，、]/)
        .map((tag) => tag.trim().slice(0, 40))
        .filter((tag) => tag !== '')
        .slice(0, 10),
    }
    void attempt(async () => {
      const kept =
        memory === null
          ? await quarry.memoryAdd(given)
          : await quarry.memoryEdit({ memoryId: memory.memoryId, ...given })
      if (kept.text !== given.text) tell(t('memory.masked'))
      onWritten()
    })
  }
  return (
    <form
      data-testid="memory-form"
      className="rounded-lg border border-edge bg-panel px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') save()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {t('memory.text')}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        className={`${inputClass} mt-1`}
      />
      <TextField
        className="mt-2"
        label={t('memory.tags')}
        help={t('memory.tagsHelp')}
        value={tags}
        maxLength={420}
        onChange={(event) => setTags(event.target.value)}
      />
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onCancel}>{t('app.cancel')}</Button>
        <Button type="submit" tone="primary" disabled={text.trim() === ''}>
          {t('memory.save')}
        </Button>
      </div>
    </form>
  )
}
