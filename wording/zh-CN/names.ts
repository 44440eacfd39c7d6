import { type NameFact, namedByQuarry } from '../../contract/names'
import type { Words } from '../words'
import { memberKind } from './terms'

export const names: Words<NameFact> = {
  poolMember: ({ type, resourceId, name, number }, { fact }) => {
    if (name === null) return number === null ? memberKind[type] : `${memberKind[type]} ${number}`
    const whole = resourceId === null ? name : fact({ kind: 'resource', values: { resourceId, name } })
    return number === null ? whole : `${whole} #${number}`
  },
  resource: (resource) => {
    const named = namedByQuarry(resource)
    if (named === 'questions') return `${resource.name} 的问答`
    return named === 'library' ? '资料库' : resource.name
  },
}
