import type { RiskFact } from '../../contract/calls/gate-facts'

/** One reason of a risk. */
export interface Reason {
  /** 0..1: from 0.6 a person is asked, from 0.8 in two steps, unless set otherwise. */
  readonly score: number
  /**
   * What may lower it. `default`: it holds until a person grants or allows the tool. `risk`: no rule that allows lowers
   * it. `floor`: what destroys, leaks or deceives; not even the threshold can be set above it.
   */
  readonly weight: 'default' | 'risk' | 'floor'
  /** Whether a person is asked because of it; decided with the call. */
  readonly asks?: boolean
  readonly fact: RiskFact
}

type Kind = RiskFact['kind']
type ValuesOf<K extends Kind> = Extract<RiskFact, { readonly kind: K }>['values']

const reason =
  (weight: Reason['weight']) =>
  <K extends Kind>(score: number, kind: K, values: ValuesOf<K>): Reason => ({
    score,
    weight,
    fact: { kind, values } as RiskFact,
  })

export const byDefault = reason('default')
export const risk = reason('risk')
export const floor = reason('floor')

/** Foreign text for a reason: short, on one line, and without what cannot be seen. */
export const excerptOf = (text: string): string => {
  const shown = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return shown.length > 80 ? `${shown.slice(0, 79)}…` : shown
}
