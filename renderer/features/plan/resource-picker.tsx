import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MemberType, resourceTypesOf } from '../../../contract/pool/pool'
import { isUndecided } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'
import { quarry, useCall } from '../../bridge'
import { Bar } from '../../ui/bar'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { inputClass } from '../../ui/field'
import { useResourceName } from '../../ui/resource-name'
import { Failure, Loading } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import { useProjectPool } from '../../window/use-project-pool'
import { useRested } from '../../window/use-rested'
import { KindIcon } from '../resources/kind-icon'
import { useResourceWords } from '../resources/resource-words'
import { type Pickable, pickables, pickedOf, roomFor, withPicked } from './resource-picks'

/** As many as one answer lists, and as the matcher orders. */
const mostListed = 200
const mostMatched = 50

interface ResourcePickerProps {
  n: string
  type: MemberType
  /** What the step asks: the matcher orders the resources by it. */
  query: string
  requirements: readonly StepRequirement[]
  onChange(requirements: StepRequirement[]): void
  onClose(): void
}

/** Opens over the plan: which resources of a type a step asks, any of them, or none. */
export function ResourcePicker({ n, type, query, requirements, onChange, onClose }: ResourcePickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const members = useProjectPool()?.members ?? []
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(() => pickedOf(requirements, type))
  const [isAny, setAny] = useState(() =>
    requirements.some((one) => one.type === type && one.resourceId === null && !isUndecided(one.choice)),
  )
  const rested = useRested(text).trim()
  const types = [...(resourceTypesOf[type] ?? [])]
  const asked = query.trim().slice(0, 4000)
  const filter = { status: 'ready', parentId: null, offset: 0, limit: mostListed } as const
  const listed = useCall(`${type} ${rested}`, async () => {
    const pages = types.map((one) => quarry.resourcesList({ ...filter, type: one, ...(rested && { text: rested }) }))
    return (await Promise.all(pages)).flatMap(({ resources }) => resources)
  })
  const match = useCall(asked === '' ? null : `${type} ${asked}`, () =>
    quarry.resourcesMatch({ query: asked, maxResources: mostMatched, types, keep: false }),
  )
  const found = pickables(listed.value ?? [], match.value?.matches ?? [], requirements)
  const room = roomFor(requirements, type)
  const toggle = ({ resource: { resourceId, name } }: Pickable): void => {
    const next = new Map(picked)
    if (!next.delete(resourceId)) next.set(resourceId, name)
    setPicked(next)
    setAny(false)
  }
  const use = (): void => {
    const chosen = [...picked].map(([resourceId, name]) => ({ resourceId, name }))
    onChange(withPicked(requirements, type, isAny ? 'any' : chosen, members))
    onClose()
  }
  return (
    <Dialog
      wide
      atTop
      testId="resource-picker"
      title={t(`plan.pick.title.${type as 'database'}`, { n })}
      description={t('plan.pick.help')}
      onClose={onClose}
    >
      <div className="sticky -top-1 z-10 -mx-1 bg-panel px-1 py-1">
        <input
          type="search"
          value={text}
          placeholder={t('plan.pick.find')}
          aria-label={t('plan.pick.find')}
          maxLength={500}
          onChange={(event) => setText(event.target.value)}
          className={`${inputClass} text-sm`}
        />
      </div>
      <label className="mt-1 flex items-center gap-2.5 py-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isAny}
          onChange={() => {
            setAny(!isAny)
            if (!isAny) setPicked(new Map())
          }}
        />
        <span>
          {t(`plan.pick.any.${type as 'database'}`)}
          <span className="block text-xs text-dim">{t('plan.pick.anyHelp')}</span>
        </span>
      </label>
      <div className="min-h-40">
        {listed.status === 'failed' && <Failure error={listed.error} />}
        {match.status === 'failed' && <Failure error={match.error} />}
        {listed.status === 'loading' && listed.value === null && <Loading />}
        {listed.status === 'ready' && found.length === 0 && (
          <p className="border-t border-line py-3 text-sm text-dim">
            {t(rested === '' ? 'plan.pick.none' : 'plan.pick.noneFound')}
          </p>
        )}
        <ul aria-label={t('plan.pick.list')} aria-busy={listed.status === 'loading' || match.status === 'loading'}>
          {found.map((one) => (
            <PickableRow
              key={one.resource.resourceId}
              pickable={one}
              checked={picked.has(one.resource.resourceId)}
              disabled={!picked.has(one.resource.resourceId) && picked.size >= room}
              onToggle={() => toggle(one)}
            />
          ))}
        </ul>
      </div>
      <DialogActions>
        <p id={`${id}-chosen`} aria-live="polite" className="mr-auto self-center text-xs text-dim tabular-nums">
          {isAny
            ? t(`plan.pick.any.${type as 'database'}`)
            : picked.size === 0
              ? t('plan.pick.asksNone')
              : picked.size >= room
                ? t('plan.pick.chosenAll', { count: picked.size, n: format.number(picked.size) })
                : t('plan.pick.chosen', { count: picked.size, n: format.number(picked.size) })}
        </p>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="primary" aria-describedby={`${id}-chosen`} onClick={use}>
          {t('plan.pick.use')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PickableRowProps {
  pickable: Pickable
  checked: boolean
  disabled: boolean
  onToggle(): void
}

function PickableRow({ pickable: { resource, sureness }, checked, disabled, onToggle }: PickableRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useResourceWords()
  const name = useResourceName()(resource)
  return (
    <li data-testid="pickable" className="border-t border-line">
      <label className="grid grid-cols-[16px_20px_minmax(0,1fr)_auto] items-start gap-x-2.5 py-1.5 text-sm has-disabled:opacity-55">
        <input
          type="checkbox"
          className="mt-0.5 size-4 accent-accent"
          checked={checked}
          disabled={disabled}
          onChange={onToggle}
        />
        <span className="mt-0.5">
          <KindIcon type={resource.type} size={16} />
        </span>
        <span className="min-w-0">
          <bdi className="line-clamp-2 font-medium wrap-anywhere">
            <Breakable name={name} />
          </bdi>
          <span className="block truncate text-xs text-faint tabular-nums">{words.facts(resource)}</span>
        </span>
        {sureness !== null && (
          <span className="mt-0.5 grid w-28 grid-cols-[minmax(0,1fr)_2.75rem] items-center gap-x-2 text-xs text-dim tabular-nums">
            <Bar share={sureness} />
            <span className="text-right whitespace-nowrap">
              <span className="sr-only">{t('resources.match.confidence')}: </span>
              {format.percent(sureness)}
            </span>
          </span>
        )}
      </label>
    </li>
  )
}
