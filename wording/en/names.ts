import { type NameFact, namedByQuarry } from '../../contract/names'
import type { Words } from '../words'
import { memberKind } from './terms'

const asTitle = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1)

export const names: Words<NameFact> = {
  poolMember: ({ type, resourceId, name, number }, { fact }) => {
    if (name === null) return number === null ? asTitle(memberKind[type]) : `${asTitle(memberKind[type])} ${number}`
    const whole = resourceId === null ? name : fact({ kind: 'resource', values: { resourceId, name } })
    return number === null ? whole : `${whole} #${number}`
  },
  resource: (resource) => {
    const named = namedByQuarry(resource)
    if (named === 'questions') return `Questions about ${resource.name}`
    return named === 'library' ? 'Library' : resource.name
  },
}
