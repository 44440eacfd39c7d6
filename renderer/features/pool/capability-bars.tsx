import { useTranslation } from 'react-i18next'
import type { Capability } from '../../../contract/resources/capabilities'
import { Bar } from '../../ui/bar'
import { useFormat } from '../../window/use-format'
import { useCapabilityName } from './capability-names'

/** What a member can do, each with its level from 1 to 10: best first. */
export function CapabilityBars({
  capabilities,
  dense = false,
}: {
  capabilities: readonly Capability[]
  dense?: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = useCapabilityName()
  const best = [...capabilities].sort((a, b) => b.level - a.level)
  return (
    <ul
      aria-label={t('pool.view.levels')}
      className={dense ? 'flex min-w-0 flex-wrap gap-x-5 h-[18px] overflow-hidden' : 'space-y-1'}
    >
      {best.map((capability) => (
        <li
          key={capability.name}
          className={`grid items-center gap-2 text-xs tabular-nums ${dense ? 'shrink-0 grid-cols-[auto_44px_auto]' : 'grid-cols-[minmax(0,1fr)_minmax(60px,1fr)_20px]'}`}
        >
          <span aria-hidden className="truncate text-dim">
            {name(capability.name)}
          </span>
          <Bar share={capability.level / 10} className="bg-accent opacity-75" />
          <span aria-hidden className="text-right">
            {format.number(capability.level)}
          </span>
          <span className="sr-only">
            {t('pool.view.level', { capability: name(capability.name), level: format.number(capability.level) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
