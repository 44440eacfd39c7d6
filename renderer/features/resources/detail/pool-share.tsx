import { useTranslation } from 'react-i18next'
import type { PooledResource } from '../../../../contract/pool'
import type { UniversalResource } from '../../../../contract/resource'
import { quarry, useTopicValue } from '../../../bridge'
import { Part } from '../../../ui/facts'
import { useNotices } from '../../../window/notices'
import { WholeNumber } from '../../../window/whole-number'
import { useCapabilityName } from '../../pool/capability-names'

/** How many uses at once the pool gives of a resource, and how well it does what it can; nothing where it has no slot. */
export function PoolShare({ resourceId }: Pick<UniversalResource, 'resourceId'>) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const capabilityName = useCapabilityName()
  const slots = useTopicValue('pool')?.members.filter((member) => member.resourceId === resourceId) ?? []
  const chosen = useTopicValue('settings')?.poolResources[resourceId] ?? null
  const [first] = slots
  if (first === undefined) return null
  const choose = (change: Partial<PooledResource>): void => {
    const next = { slots: chosen?.slots ?? null, levels: chosen?.levels ?? {}, ...change }
    const isDefault = next.slots === null && Object.keys(next.levels).length === 0
    void attempt(() => quarry.poolSetResource({ resourceId, chosen: isDefault ? null : next }))
  }
  const chooseLevel = (name: string, level: number | null): void => {
    const { [name]: _before, ...others } = chosen?.levels ?? {}
    choose({ levels: level === null ? others : { ...others, [name]: level } })
  }
  return (
    <Part title={t('resources.health.pool')}>
      <div className="space-y-3">
        <WholeNumber
          label={t('resources.health.slots')}
          help={t('resources.health.slotsHelp')}
          value={chosen?.slots ?? null}
          from={1}
          to={64}
          optional
          placeholder={String(slots.length)}
          onChange={(count) => choose({ slots: count })}
        />
        {first.capabilities.map(({ name, level }) => (
          <WholeNumber
            key={name}
            label={t('resources.health.level', { capability: capabilityName(name) })}
            help={t('resources.health.levelHelp')}
            value={chosen?.levels[name] ?? null}
            from={1}
            to={10}
            optional
            placeholder={String(level)}
            onChange={(next) => chooseLevel(name, next)}
          />
        ))}
      </div>
    </Part>
  )
}
