export { decide } from './decide'
export { unfitIn } from './risk/schema-fit'
export { readRules, ruleBookOf } from './rules'
