import { clsx } from 'clsx'
import { Archive, ArchiveRestore, Ellipsis, GitBranch, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionSummary } from '../../../contract/session/session'
import { mayAct, transitionsOf } from '../../../contract/session/session-transitions'
import { titleOfSession } from '../../../wording'
import { quarry, useCall, useTopic } from '../../bridge'
import { IconButton } from '../../ui/button'
import { SectionTitle } from '../../ui/field'
import { SessionGlyph } from '../../ui/glyphs'
import { Hint } from '../../ui/hint'
import { Menu, MenuItem } from '../../ui/menu'
import { Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

/** Whether it does nothing more until a person does. */
const isAsking = ({ state, asksPermission }: SessionSummary): boolean =>
  asksPermission === true || transitionsOf(state).turn === 'person' || mayAct(state, 'retry')

function SessionRow({ session }: { session: SessionSummary }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const { sessionId } = useWindowState()
  const dispatch = useWindowDispatch()
  const selected = session.id === sessionId
  // Whoever waits for a permission is told so, whatever else goes on.
  const shown = session.asksPermission ? 'blockedReview' : session.state
  const state = session.isQueued ? t('sessions.queued') : t(`sessionState.${shown}`)
  const end = isAsking(session)
    ? state
    : session.state === 'running' && !session.isQueued
      ? t('sessions.steps', { done: format.number(session.stepsDone), total: format.number(session.stepsTotal) })
      : session.state === 'done'
        ? format.when(session.updatedAt)
        : state
  return (
    <li
      className={clsx(
        'group relative flex h-8 items-center rounded-md hover:bg-sunk',
        selected ? 'bg-accent-bg text-ink' : 'text-dim',
      )}
    >
      <Hint text={t('app.labelled', { label: titleOfSession(session, speech), what: state })}>
        <button
          type="button"
          data-row
          aria-current={selected ? 'page' : undefined}
          onClick={() => dispatch({ type: 'openSession', sessionId: session.id })}
          className="flex h-full min-w-0 flex-1 items-center gap-2 px-2 text-left"
        >
          <SessionGlyph state={shown} />
          {session.isBranch && (
            <GitBranch size={12} role="img" aria-label={t('sessions.branch')} className="shrink-0" />
          )}
          <span className="min-w-0 flex-1 truncate">{session.title}</span>
          {session.branchMark !== undefined && (
            <span className="shrink-0 text-xs text-faint">
              {speech.fact({ kind: 'branchMark', values: session.branchMark })}
            </span>
          )}
          <span
            className={clsx(
              'shrink-0 text-xs tabular-nums group-focus-within:opacity-0 group-hover:opacity-0',
              session.state === 'failed' ? 'text-error' : isAsking(session) ? 'text-blocked' : 'text-faint',
            )}
          >
            {end}
          </span>
        </button>
      </Hint>
      <Menu
        trigger={
          <IconButton
            size="small"
            icon={Ellipsis}
            label={t('sessions.options', { title: session.title })}
            className="absolute top-[3px] right-0.5 bg-inherit opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
          />
        }
      >
        <MenuItem
          icon={Pencil}
          onSelect={() =>
            dispatch({
              type: 'openDialog',
              dialog: { kind: 'renameSession', sessionId: session.id, title: session.title },
            })
          }
        >
          {t('sessions.rename')}
        </MenuItem>
        <MenuItem
          icon={session.archived ? ArchiveRestore : Archive}
          onSelect={() =>
            void attempt(() => quarry.sessionArchive({ sessionId: session.id, archived: !session.archived }))
          }
        >
          {session.archived ? t('sessions.unarchive') : t('sessions.archive')}
        </MenuItem>
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() =>
            dispatch({
              type: 'openDialog',
              dialog: { kind: 'removeSession', sessionId: session.id, title: session.title },
            })
          }
        >
          {t('sessions.delete')}
        </MenuItem>
      </Menu>
    </li>
  )
}

/** All sessions with their state; arrows move through them. */
export function SessionList() {
  const { t } = useTranslation()
  const run = useRunCommand()
  const sessions = useTopic('sessions')
  const titleId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [archived, setArchived] = useState(false)
  const live = sessions.status === 'ready' ? sessions.value : []
  // The archive is asked for anew whenever any session changes.
  const archive = useCall(
    archived ? live.map((session) => `${session.id}${session.updatedAt}${session.archived}`).join() : null,
    () => quarry.sessionList({ archived: true }),
  )
  const shown = archived
    ? (archive.value ?? []).filter((session) => session.archived)
    : live.filter((session) => !session.archived)

  const move = (by: number): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement))
    rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus()
  }
  return (
    <section aria-labelledby={titleId} className="flex max-h-[42%] shrink-0 flex-col" data-testid="sessions">
      <SectionTitle
        id={titleId}
        end={
          <div className="flex">
            <IconButton
              size="small"
              icon={archived ? ArchiveRestore : Archive}
              aria-pressed={archived}
              label={archived ? t('sessions.hideArchived') : t('sessions.showArchived')}
              onClick={() => setArchived(!archived)}
            />
            <IconButton size="small" icon={Plus} label={t('sessions.new')} onClick={() => run('newSession')} />
          </div>
        }
      >
        {t('sessions.title')}
      </SectionTitle>
      {sessions.status === 'failed' && <Failure error={sessions.error} />}
      {sessions.status === 'loading' && <Loading />}
      {sessions.status === 'ready' && shown.length === 0 && (
        <p className="px-2 py-1.5 text-sm text-dim">{archived ? t('sessions.archivedEmpty') : t('sessions.empty')}</p>
      )}
      <ul
        ref={list}
        aria-labelledby={titleId}
        className="min-h-0 overflow-auto"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          move(event.key === 'ArrowDown' ? 1 : -1)
        }}
      >
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}
