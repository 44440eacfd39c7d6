import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelKind, SourceView } from '../../../contract/library/source'
import { quarry } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { inputClass, SectionTitle } from '../../ui/field'
import { Menu, MenuItem } from '../../ui/menu'
import { useNotices } from '../../window/notices'
import { useFacets } from '../../window/use-facets'
import { useFormat } from '../../window/use-format'

export type LabelledSource = Pick<SourceView, 'id' | 'name' | 'tags' | 'collections'>

const longestName = 60
const listOf = { tag: 'tags', collection: 'collections' } as const

/** How many of the sources have a tag or collection, before a person changes it here. */
const countHaving = (sources: readonly LabelledSource[], kind: LabelKind, name: string): number =>
  sources.filter((source) => source[listOf[kind]]?.includes(name)).length

/** Gives sources tags and collections, takes them away, and renames or removes them everywhere. */
export function LabelsDialog({ sources, onClose }: { sources: readonly LabelledSource[]; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('labels.title', { count: sources.length })}
      description={t('labels.help')}
      onClose={onClose}
      testId="labels"
    >
      <div className="space-y-4 pt-2">
        <Labels kind="tag" sources={sources} />
        <Labels kind="collection" sources={sources} />
      </div>
    </Dialog>
  )
}

function Labels({ kind, sources }: { kind: LabelKind; sources: readonly LabelledSource[] }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const format = useFormat()
  const titleId = useId()
  const facets = useFacets()[listOf[kind]]
  const [added, setAdded] = useState('')
  /** What was changed here: the list of sources still tells it as it was. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [renamed, setRenamed] = useState<string | null>(null)
  const sourceIds = sources.map(({ id }) => id)
  const isOn = (name: string): boolean | 'some' => {
    const known = changed.get(name)
    if (known !== undefined) return known
    const having = countHaving(sources, kind, name)
    return having === sources.length ? true : having > 0 ? 'some' : false
  }
  const set = (name: string, has: boolean): void =>
    void attempt(async () => {
      await quarry.libraryLabel({ kind, name, sourceIds, has })
      setChanged((before) => new Map(before).set(name, has))
    })
  const names = [...new Set([...facets.map(({ value }) => value), ...changed.keys()])]
  const fresh = added.trim()
  return (
    <section aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{t(`labels.${listOf[kind]}`)}</SectionTitle>
      {names.length === 0 && <p className="px-1.5 py-1 text-sm text-faint">{t('labels.none')}</p>}
      <ul className="max-h-44 overflow-auto">
        {names.map((name) => {
          const on = isOn(name)
          if (renamed === name) {
            return (
              <li key={name}>
                <Rename
                  kind={kind}
                  name={name}
                  onDone={(to) => {
                    setRenamed(null)
                    if (to !== null && changed.has(name))
                      setChanged((before) => new Map([...before].filter(([one]) => one !== name)).set(to, on === true))
                  }}
                />
              </li>
            )
          }
          return (
            <li key={name} className="flex items-center gap-1">
              <label className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 py-1 text-sm hover:bg-sunk">
                <input
                  type="checkbox"
                  checked={on === true}
                  ref={(box) => {
                    if (box) box.indeterminate = on === 'some'
                  }}
                  onChange={() => set(name, on !== true)}
                  className="accent-accent"
                />
                <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                <span className="text-xs text-faint tabular-nums">
                  {format.number(facets.find(({ value }) => value === name)?.sources ?? 0)}
                </span>
              </label>
              <Menu trigger={<IconButton size="small" icon={Ellipsis} label={t('labels.options', { name })} />}>
                <MenuItem icon={Pencil} onSelect={() => setRenamed(name)}>
                  {t('labels.rename')}
                </MenuItem>
                <MenuItem
                  icon={Trash2}
                  danger
                  onSelect={() =>
                    void attempt(async () => {
                      await quarry.libraryRemoveLabel({ kind, name })
                      setChanged((before) => new Map([...before].filter(([one]) => one !== name)))
                    })
                  }
                >
                  {t('labels.remove')}
                </MenuItem>
              </Menu>
            </li>
          )
        })}
      </ul>
      <form
        className="mt-1.5 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (fresh === '') return
          set(names.find((name) => name.toLowerCase() === fresh.toLowerCase()) ?? fresh, true)
          setAdded('')
        }}
      >
        <input
          value={added}
          maxLength={longestName}
          aria-label={t(kind === 'tag' ? 'labels.newTag' : 'labels.newCollection')}
          placeholder={t(kind === 'tag' ? 'labels.newTag' : 'labels.newCollection')}
          onChange={(event) => setAdded(event.target.value)}
          className={`${inputClass} text-sm`}
        />
        <Button type="submit" disabled={fresh === ''}>
          {t('labels.add')}
        </Button>
      </form>
    </section>
  )
}

/** A tag or collection under another name; `onDone` is told that, or null where it stays. */
function Rename({ kind, name, onDone }: { kind: LabelKind; name: string; onDone(to: string | null): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [to, setTo] = useState(name)
  const trimmed = to.trim()
  return (
    <form
      className="flex gap-2 py-0.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed === '' || trimmed === name) return onDone(null)
        void attempt(() => quarry.libraryRenameLabel({ kind, name, to: trimmed })).then(
          (done) => done && onDone(trimmed),
        )
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: a person has just asked to type here
        autoFocus
        value={to}
        maxLength={longestName}
        aria-label={t('labels.renameTo', { name })}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTo(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onDone(null)
        }}
        className={`${inputClass} py-0.5 text-sm`}
      />
      <Button type="submit">{t('labels.save')}</Button>
    </form>
  )
}
