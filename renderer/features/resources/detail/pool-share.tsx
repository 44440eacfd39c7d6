import { useTranslation } from 'react-i18next'
import type { PooledResource } from '../../../../contract/pool/pool'
import type { UniversalResource } from '../../../../contract/resources/resource'
import { quarry, useTopicValue } from '../../../bridge'
import { Part } from '../../../ui/facts'
import { useNotices } from '../../../window/notices'
import { WholeNumber } from '../../../window/whole-number'
import { withShare } from '../../pool/chosen-levels'
import { LevelFields } from '../../pool/level-fields'

/** How many uses at once the pool gives of a resource, and how well it does what it can; nothing where it has no slot. */
export function PoolShare({ resourceId }: Pick<UniversalResource, 'resourceId'>) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const slots = useTopicValue('pool')?.members.filter((member) => member.resourceId === resourceId) ?? []
  const chosen = useTopicValue('settings')?.poolResources[resourceId] ?? null
  const [first] = slots
  if (first === undefined) return null
  const choose = (change: Partial<PooledResource>): void => {
    void attempt(() => quarry.poolSetResource({ resourceId, chosen: withShare(chosen, change) }))
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
        <LevelFields
          capabilities={first.capabilities}
          chosen={chosen?.levels ?? {}}
          onChange={(levels) => choose({ levels })}
        />
      </div>
    </Part>
  )
}
