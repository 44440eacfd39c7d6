import { Boxes, CircleX, Folder } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DropItem, MediaType } from '../../../contract/library/source'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { MediaIcon } from '../library/media-icon'
import { OfferLines } from '../resources/offer-lines'
import { OfferRecognition } from '../settings/recognition'

/** Whether any of it can be taken in: as documents, or as something else of use. */
const isAddable = (item: DropItem): boolean =>
  (item.becomes !== 'unreadable' && item.files > 0) ||
  item.resources.some(({ reason, needsSecret }) => reason === null || needsSecret)

/** What an item becomes as documents, in words; null where it becomes something else only. */
function useBecomes(): (item: DropItem) => string | null {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  return (item) => {
    const size = format.bytes(item.sizeBytes)
    if (item.becomes === 'resource') return null
    if (item.becomes === 'searchModel') return t('intake.searchModel')
    if (item.becomes === 'unreadable') {
      return t('intake.unreadable', {
        reason: speech.errorPhrase(item.reason ?? { code: 'read.unsupported', message: '' }),
      })
    }
    if (item.becomes === 'note') return t('intake.note', { size })
    if (item.becomes === 'document') {
      const what = t('intake.document', { type: item.mediaType ? t(`mediaType.${item.mediaType}`) : '', size })
      return item.alreadyIndexed > 0 ? `${what} · ${t('intake.already')}` : what
    }
    if (item.files === 0) return t('intake.folderEmpty')
    const kinds = (Object.entries(item.byMediaType) as [MediaType, number][])
      .sort((a, b) => b[1] - a[1])
      .map(([type, count]) => t('intake.ofKind', { type: t(`mediaType.${type}`), files: format.number(count) }))
    return [
      `${item.truncated ? `${t('intake.truncated')} ` : ''}${t('intake.folder', { count: item.files, files: format.number(item.files), size })}`,
      kinds.length > 1 ? kinds.slice(0, 4).join(t('app.listed')) : null,
      item.ignored > 0 ? t('intake.ignored', { count: item.ignored, ignored: format.number(item.ignored) }) : null,
      item.alreadyIndexed > 0 ? t('intake.alreadySome', { already: format.number(item.alreadyIndexed) }) : null,
    ]
      .filter((part) => part !== null)
      .join(' · ')
  }
}

/** So many names are told of what became a resource. */
const namesTold = 5

/** Links that lead out of a dropped folder: what they lead to is added only if a person wants it. */
function LinksOut({
  links,
  chosen,
  onChoose,
}: {
  links: DropItem['linksOut']
  chosen: boolean
  onChoose(chosen: boolean): void
}) {
  const { t } = useTranslation()
  return (
    <div className="mt-1 text-sm text-dim">
      <label className="flex items-center gap-2">
        <input type="checkbox" className="size-4 accent-accent" checked={chosen} onChange={() => onChoose(!chosen)} />
        {t('intake.linksOut', { count: links.length })}
      </label>
      <ul className="ml-6 text-xs text-faint">
        {links.slice(0, namesTold).map(({ name, leadsTo }) => (
          <li key={name} className="truncate">
            <bdi>{name}</bdi> → <bdi>{leadsTo}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Each dropped item with what it becomes. Nothing is taken in before this is confirmed. */
export function IntakeDialog({ tokens, onClose }: { tokens: string[]; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const becomes = useBecomes()
  const { attempt, tell } = useNotices()
  const [adding, setAdding] = useState(false)
  const [withLinks, setWithLinks] = useState<readonly string[]>([])
  const recognised = useTopicValue('settings')?.ocrLanguages.join() ?? ''
  // What an image becomes depends on whether its text is recognised.
  const items = useCall(`${recognised}\n${tokens.join('\n')}`, () => quarry.libraryInspect({ paths: tokens }))
  const addable = (items.value ?? []).filter(isAddable)
  const offered = items.value?.find(({ reason }) => reason?.remedy?.kind === 'runOcr')?.reason
  const nothing = items.status === 'failed' || (items.status === 'ready' && addable.length === 0)
  const add = async (): Promise<void> => {
    const linked = addable.flatMap(({ name, linksOut }) =>
      withLinks.includes(name) ? linksOut.map(({ path }) => path) : [],
    )
    const taken = [...addable.flatMap(({ path }) => path ?? []), ...linked]
    if (taken.length === 0 || adding) return
    setAdding(true)
    const done = await attempt(async () => {
      const { added, unchanged, ignored, resources, models } = await quarry.libraryAdd({ paths: taken })
      if (added + unchanged + ignored > 0) {
        tell(
          t('intake.added', {
            added: format.number(added),
            unchanged: format.number(unchanged),
            ignored: format.number(ignored),
          }),
        )
      }
      if (models.length > 0) {
        const names = models.map(({ name }) => name).join(t('app.listed'))
        tell(t('intake.addedModels', { count: models.length, names }))
      }
      if (resources.length > 0) {
        const count = resources.length - namesTold
        const more = count > 0 ? [t('resources.glanceMore', { count, more: format.number(count) })] : []
        tell(
          t('intake.addedResources', {
            count: resources.length,
            names: [...resources.slice(0, namesTold).map(({ name }) => name), ...more].join(t('app.listed')),
          }),
        )
      }
    })
    setAdding(false)
    if (done) onClose()
  }
  return (
    <Dialog title={t('intake.title')} description={t('intake.body')} onClose={onClose} wide testId="intake">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        {items.status === 'loading' && <Loading text={t('intake.looking')} />}
        {items.status === 'failed' && <Failure error={items.error} />}
        {items.status === 'ready' && (
          <ul aria-label={t('intake.items')} className="mt-1">
            {items.value.map((item) => {
              const unreadable = item.becomes === 'unreadable' && !isAddable(item)
              const asDocument = becomes(item)
              return (
                <li
                  key={item.path ?? item.name}
                  data-testid="intake-item"
                  data-becomes={item.becomes}
                  className="flex items-start gap-2.5 border-t border-line py-2"
                >
                  <span className="mt-0.5">
                    {unreadable ? (
                      <CircleX size={15} aria-hidden className="text-error" />
                    ) : item.becomes === 'resource' ||
                      item.becomes === 'searchModel' ||
                      item.becomes === 'unreadable' ? (
                      <Boxes size={15} aria-hidden className="text-faint" />
                    ) : item.becomes === 'folder' ? (
                      <Folder size={15} aria-hidden className="text-faint" />
                    ) : (
                      <MediaIcon mediaType={item.mediaType} />
                    )}
                  </span>
                  <span className="min-w-0 flex-1">
                    <bdi className="font-medium wrap-anywhere">{item.name}</bdi>
                    {item.becomes !== 'folder' && <OfferLines offers={item.resources} />}
                    {asDocument !== null && !(item.becomes === 'unreadable' && item.resources.length > 0) && (
                      <span className={`block text-sm tabular-nums ${unreadable ? 'text-error' : 'text-dim'}`}>
                        {item.resources.length > 0 && item.becomes !== 'folder'
                          ? t('intake.documentToo', { what: asDocument })
                          : asDocument}
                      </span>
                    )}
                    {/* Of a folder its documents count first. */}
                    {item.becomes === 'folder' && <OfferLines offers={item.resources} inFolder />}
                    {item.broken.map(({ name, reason }) => (
                      <span key={name} className="block text-sm text-error wrap-anywhere">
                        <bdi>{t('app.labelled', { label: name, what: speech.errorPhrase(reason) })}</bdi>
                      </span>
                    ))}
                    {item.mayHoldMoreTables && (
                      <span className="block text-sm text-blocked">{t('intake.moreTables')}</span>
                    )}
                    {item.linksOut.length > 0 && (
                      <LinksOut
                        links={item.linksOut}
                        chosen={withLinks.includes(item.name)}
                        onChoose={(chosen) =>
                          setWithLinks((now) => [
                            ...now.filter((name) => name !== item.name),
                            ...(chosen ? [item.name] : []),
                          ])
                        }
                      />
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
        {items.status === 'ready' && items.value.some(({ ignored }) => ignored > 0) && (
          <p className="border-t border-line pt-2 text-xs text-faint">{t('intake.ignoredHelp')}</p>
        )}
        {offered != null && <OfferRecognition error={offered} className="border-t border-line" />}
        {nothing && items.status === 'ready' && (
          <p role="status" className="mt-2 text-sm text-blocked">
            {t('intake.nothing')}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{nothing ? t('app.close') : t('app.cancel')}</Button>
          {!nothing && (
            <Button
              // The button appears with the answer, so that Enter confirms what has been read.
              key={items.status}
              autoFocus
              type="submit"
              tone="primary"
              disabled={addable.length === 0 || adding}
            >
              {adding
                ? t('intake.adding')
                : items.status === 'ready'
                  ? t('intake.add', { count: addable.length })
                  : t('intake.addAll')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
