/** The guard lies with the workers, who may not import main: every thread, main among them, installs the same one. */
export { enforceEgress } from '../../workers/egress/guard'
export { permits } from '../../workers/egress/policy'
export { createRuleFiles, type RuleFiles } from './rule-files'
