import type { ApiParameter } from '../../contract/resources/resource'

const defaults = { path: 'simple', header: 'simple', query: 'form', cookie: 'form', body: 'form' } as const

/**
 * A parameter's value as OpenAPI's styles write it (RFC 6570): of a query or cookie whole `name=value` pairs, of a path or
 * header the value alone, in one piece.
 */
export function written(parameter: ApiParameter, value: unknown): string[] {
  const style = parameter.style ?? defaults[parameter.in]
  const explode = parameter.explode ?? style === 'form'
  const encode = parameter.in === 'header' ? String : encodeURIComponent
  const name = encodeURIComponent(parameter.name)
  const text = (one: unknown): string =>
    encode(typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one))
  const members = (): [string, unknown][] =>
    Object.entries(value as object).filter(([, member]) => member !== undefined && member !== null)
  const isPair = parameter.in === 'query' || parameter.in === 'cookie'
  if (Array.isArray(value)) {
    if (isPair) {
      if (explode) return value.map((item) => `${name}=${text(item)}`)
      const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
      return value.length === 0 ? [] : [`${name}=${value.map(text).join(separator)}`]
    }
    return [prefixed(style, name, value.map(text).join(explode && style === 'label' ? '.' : ','))]
  }
  if (typeof value === 'object' && value !== null) {
    const pairs = members()
    if (isPair) {
      if (style === 'deepObject') return pairs.map(([key, one]) => `${name}%5B${encode(key)}%5D=${text(one)}`)
      if (explode) return pairs.map(([key, one]) => `${encode(key)}=${text(one)}`)
      return [`${name}=${pairs.map(([key, one]) => `${encode(key)},${text(one)}`).join(',')}`]
    }
    const joined = pairs.map(([key, one]) => `${encode(key)}${explode ? '=' : ','}${text(one)}`).join(',')
    return [prefixed(style, name, joined)]
  }
  return [isPair ? `${name}=${text(value)}` : prefixed(style, name, text(value))]
}

const prefixed = (style: string, name: string, text: string): string =>
  style === 'label' ? `.${text}` : style === 'matrix' ? `;${name}=${text}` : text
