import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceFilter } from '../../../contract/library/source'
import type { ScopeItem } from '../../../contract/session/session-scope'
import { quarry, useCall } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { inputClass } from '../../ui/field'
import { Failure } from '../../ui/states'
import { useFacets } from '../../window/use-facets'
import { useFormat } from '../../window/use-format'
import { useRested } from '../../window/use-rested'

/** As many sources and resources as are listed for what is typed. */
const mostListed = 50

/** Kinds of resources that a question can be asked of. */
const askable: ReadonlySet<string> = new Set(['database', 'api', 'mcp_server', 'tool'])

/** `path`: where a source lies. */
type Listed = ScopeItem & { readonly path?: string | null }

interface ScopePickerProps {
  /** What is chosen already. */
  chosen: readonly ScopeItem[]
  /** Told of what is chosen; of nothing where all of the project may be used. */
  onChoose(items: readonly ScopeItem[]): void
  onClose(): void
}

/** Folders, sources and resources of the project: what alone a session may use. */
export function ScopePicker({ chosen, onChoose, onClose }: ScopePickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [picked, setPicked] = useState(chosen)
  const [text, setText] = useState('')
  const rested = useRested(text).trim()
  const folders = useFacets().folders.map(({ value }): ScopeItem => ({ kind: 'folder', id: value, name: value }))
  const page = { offset: 0, limit: mostListed }
  const sources = useCall(`sources ${rested}`, async () => {
    const filter: SourceFilter = { states: ['indexed', 'missing'], ...(rested !== '' && { text: rested }) }
    const found = await quarry.libraryList({ ...page, filter })
    const items = found.sources.map(({ id, title, name, path }): Listed => {
      return { kind: 'source', id, name: title ?? name, path }
    })
    return { items, more: found.total - found.sources.length }
  })
  const more = sources.value?.more ?? 0
  const resources = useCall(`resources ${rested}`, async () => {
    const found = await quarry.resourcesList({ ...page, parentId: null, ...(rested !== '' && { text: rested }) })
    return found.resources.flatMap(({ resourceId, type, flavour, name }): ScopeItem[] =>
      // Quarry's own tools read what the scope names.
      askable.has(type) && flavour !== 'builtIn' ? [{ kind: 'resource', id: resourceId, name }] : [],
    )
  })
  const isPicked = ({ kind, id }: ScopeItem): boolean => picked.some((one) => one.kind === kind && one.id === id)
  const toggle = (item: ScopeItem): void =>
    setPicked(
      isPicked(item) ? picked.filter(({ kind, id }) => kind !== item.kind || id !== item.id) : [...picked, item],
    )
  const fits = ({ name }: ScopeItem): boolean => (name ?? '').toLowerCase().includes(rested.toLowerCase())
  const failure = sources.status === 'failed' ? sources.error : resources.status === 'failed' ? resources.error : null
  const list = (title: string, items: readonly Listed[]): ReactNode =>
    items.length > 0 && (
      <section className="mt-3">
        <h3 className="section-title">{title}</h3>
        <ul>
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <label className="flex items-start gap-2.5 py-1 text-sm">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                  checked={isPicked(item)}
                  onChange={() => toggle({ kind: item.kind, id: item.id, name: item.name })}
                />
                <span className="min-w-0 wrap-anywhere">
                  <bdi>
                    <Breakable name={item.name ?? item.id} />
                  </bdi>
                  {/* Many files are called alike: where one lies tells them apart. */}
                  {item.path && (
                    <bdi className="block text-xs text-faint">
                      <Breakable name={item.path} />
                    </bdi>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </section>
    )
  // What is chosen stays in sight, whatever is looked for.
  const others = (items: readonly Listed[]): Listed[] =>
    items.filter((item) => !chosen.some(({ kind, id }) => kind === item.kind && id === item.id))
  return (
    <Dialog wide atTop testId="scope-picker" title={t('scope.title')} description={t('scope.help')} onClose={onClose}>
      <div className="sticky -top-1 z-10 -mx-1 bg-panel px-1 py-1">
        <input
          type="search"
          value={text}
          placeholder={t('scope.find')}
          aria-label={t('scope.find')}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          className={`${inputClass} text-sm`}
        />
      </div>
      <div className="min-h-40">
        {failure !== null && <Failure error={failure} />}
        {list(t('scope.chosen'), chosen)}
        {list(t('scope.folders'), others(folders.filter(fits)))}
        {list(t('scope.resources'), others(resources.value ?? []))}
        {list(t('scope.sources'), others(sources.value?.items ?? []))}
        {more > 0 && (
          <p className="pt-1 text-sm text-dim">{t('scope.more', { count: more, more: format.number(more) })}</p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button
          tone="primary"
          onClick={() => {
            onChoose(picked)
            onClose()
          }}
        >
          {t(picked.length === 0 ? 'scope.useAll' : 'scope.use')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
