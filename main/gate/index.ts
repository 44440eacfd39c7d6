export { decide } from './decide'
export { readRules, ruleBookOf } from './rules'
