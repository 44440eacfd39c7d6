import { Copy, Play, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UniversalResource } from '../../../../contract/resources/resource'
import type { ServiceView } from '../../../../contract/resources/service'
import { quarry, useTopic } from '../../../bridge'
import { Button, IconButton } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { Part } from '../../../ui/facts'
import { ServerGlyph } from '../../../ui/glyphs'
import { Remedy } from '../../../ui/remedy'
import { Failure, Loading } from '../../../ui/states'
import { useSpeech } from '../../../ui/use-speech'
import { useNotices } from '../../../window/notices'
import { useFormat } from '../../../window/use-format'
import { GrowingList } from './growing-list'

type ServerView = NonNullable<ServiceView['server']>
type Offered = NonNullable<ServerView['offered']>

/** An MCP server as it is now: whether it runs, what it offers, and what it says beside its answers. */
export function Server({ resource }: { resource: UniversalResource }) {
  const { resourceId, metadata } = resource
  const service = useTopic('service', resourceId)
  if (service.status === 'failed') return <Failure error={service.error} />
  if (service.status === 'loading') return <Loading />
  const { server } = service.value
  if (server === null) return null
  const isRemote = metadata.type === 'mcp_server' && metadata.transport !== 'stdio'
  return (
    <div data-testid="server">
      <Life resource={resource} server={server} isRemote={isRemote} />
      {server.offered !== null && <OfferedThings offered={server.offered} />}
      <Log server={server} />
    </div>
  )
}

function Life({ resource, server, isRemote }: { resource: UniversalResource; server: ServerView; isRemote: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const [asking, setAsking] = useState(false)
  const { resourceId, isActive } = resource
  const { state, error, restsUntil, runsSince, failures } = server
  const isOff = state === 'stopped' || state === 'failed'
  const act = async (call: () => Promise<unknown>): Promise<void> => {
    setAsking(true)
    await attempt(call)
    setAsking(false)
  }
  const words = isRemote ? 'remoteStates' : 'states'
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="flex items-center gap-1.5 font-medium" role="status">
          <ServerGlyph state={state} />
          {t(`resources.server.${words}.${state}`)}
        </p>
        <div className="flex gap-1.5">
          <Button
            icon={isOff ? Play : RotateCw}
            disabled={asking || !isActive}
            onClick={() => void act(() => quarry.resourcesRestart({ resourceId }))}
          >
            {t(`resources.server.${isOff ? (isRemote ? 'connect' : 'start') : isRemote ? 'reconnect' : 'restart'}`)}
          </Button>
          {!isOff && (
            <Button icon={Square} onClick={() => void act(() => quarry.resourcesStop({ resourceId }))}>
              {t(isRemote ? 'resources.server.disconnect' : 'resources.server.stop')}
            </Button>
          )}
        </div>
      </div>
      <p className="mt-1 text-xs text-faint">
        {runsSince !== null
          ? t('resources.server.since', { time: format.dateTime(runsSince) })
          : restsUntil !== null
            ? t('resources.server.restsUntil', { time: format.time(restsUntil), count: failures })
            : t('resources.server.startsByItself')}
      </p>
      {error !== null && (
        <div role="status" className="mt-2 rounded-lg border border-line bg-bg px-3.5 py-2.5 text-sm">
          <p className="font-medium text-error">{speech.error(error)}</p>
          <Remedy remedy={error.remedy} className="mt-0.5 text-dim" />
          <details className="mt-1 text-xs text-dim">
            <summary>{t('session.details')}</summary>
            <pre className="mt-1 max-h-40 overflow-auto font-mono whitespace-pre-wrap wrap-anywhere">
              {error.message}
            </pre>
          </details>
        </div>
      )}
    </>
  )
}

function Count({ of }: { of: readonly unknown[] }) {
  const format = useFormat()
  return <span className="text-xs text-faint tabular-nums">{format.number(of.length)}</span>
}

/** What the server listed last. Its words are its own. */
function OfferedThings({ offered: { tools, resources, prompts, server, at } }: { offered: Offered }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Part title={t('resources.server.tools')} end={<Count of={tools} />}>
        <p className="text-xs text-faint">
          {t('resources.server.listed', {
            server: `${server.name} ${server.version}`.trim(),
            time: format.dateTime(at),
          })}
        </p>
        <GrowingList
          items={tools}
          keyOf={({ name }) => name}
          wordsOf={({ name, description }) => `${name} ${description}`.toLowerCase()}
          findLabel={t('resources.server.findTool')}
        >
          {({ name, description, readOnly, approval }) => (
            <div className="py-1.5 text-sm" data-testid="server-tool">
              <span className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
                <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
                <Chip>{t(readOnly ? 'resources.server.reads' : 'resources.server.changes')}</Chip>
                {approval === 'changed' && <Chip tone="blocked">{t('resources.server.approval.changed')}</Chip>}
                {approval === 'same' && <Chip tone="ok">{t('resources.server.approval.same')}</Chip>}
              </span>
              <span className="line-clamp-3 text-xs text-dim wrap-anywhere">{description}</span>
            </div>
          )}
        </GrowingList>
      </Part>
      <Named
        title={t('resources.server.resources')}
        findLabel={t('resources.server.findResource')}
        items={resources.map(({ uri, name }) => ({ key: uri, name, more: uri }))}
      />
      <Named
        title={t('resources.server.prompts')}
        findLabel={t('resources.server.findPrompt')}
        items={prompts.map(({ name, description }) => ({ key: name, name, more: description }))}
      />
    </>
  )
}

interface NamedProps {
  title: string
  findLabel: string
  items: readonly { key: string; name: string; more: string }[]
}

function Named({ title, findLabel, items }: NamedProps) {
  if (items.length === 0) return null
  return (
    <Part title={title} end={<Count of={items} />}>
      <GrowingList
        items={items}
        keyOf={({ key }) => key}
        wordsOf={({ name, more }) => `${name} ${more}`.toLowerCase()}
        findLabel={findLabel}
      >
        {({ name, more }) => (
          <div className="py-1 text-sm">
            <bdi className="block truncate">{name}</bdi>
            <bdi className="line-clamp-2 text-xs text-dim wrap-anywhere">{more}</bdi>
          </div>
        )}
      </GrowingList>
    </Part>
  )
}

function Log({ server: { log, leftOut } }: { server: ServerView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt, tell } = useNotices()
  const copy = (): void => {
    const text = log.map(({ at, source, text: said }) => `${at} ${source} ${said}`).join('\n')
    void attempt(() => quarry.desktopCopyText({ text })).then((done) => done && tell(t('app.copied')))
  }
  return (
    <Part
      title={t('resources.server.log')}
      end={
        log.length > 0 && <IconButton size="small" icon={Copy} label={t('resources.server.copyLog')} onClick={copy} />
      }
    >
      {log.length === 0 ? (
        <p className="text-sm text-dim">{t('resources.server.noLog')}</p>
      ) : (
        <>
          {leftOut > 0 && (
            <p className="pb-1 text-xs text-dim">{t('resources.server.leftOut', { lines: format.number(leftOut) })}</p>
          )}
          {/* The newest at the foot, where it opens: the last child of a reversed column is its top. */}
          <div
            role="log"
            aria-label={t('resources.server.log')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it has nothing to focus, and it scrolls by keys
            tabIndex={0}
            className="flex max-h-80 flex-col-reverse overflow-auto rounded-lg border border-line bg-bg px-2.5 py-1.5"
          >
            <div>
              {log.map(({ at, source, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of one moment may be alike
                <p key={`${at} ${index}`} className="font-mono text-2xs wrap-anywhere whitespace-pre-wrap">
                  <time dateTime={at} className="text-faint">
                    {format.time(at)}
                  </time>{' '}
                  <span className={source === 'notice' ? 'text-accent' : 'text-dim'}>
                    {t(`resources.server.sources.${source}`)}
                  </span>{' '}
                  {text}
                </p>
              ))}
            </div>
          </div>
        </>
      )}
    </Part>
  )
}
