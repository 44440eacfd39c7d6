import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { sampleQuestionIn } from '../../../contract/databases/sample-question'
import type { UniversalResource } from '../../../contract/resources/resource'
import { useSpeech } from '../../ui/use-speech'
import { useCapabilityName } from '../pool/capability-names'

/** A question that Quarry made of a database's schema, in the language of the window; any other as it is. */
export function useSampleQuestion(): (text: string) => string {
  const speech = useSpeech()
  return useCallback(
    (text) => {
      const sample = sampleQuestionIn(text)
      return sample === null ? text : speech.fact(sample)
    },
    [speech],
  )
}

/** What a resource can do, in the language of the window; what its maker calls it stays. */
export function useAbilityName(): (name: string, type: UniversalResource['type']) => string {
  const { t, i18n } = useTranslation()
  const capabilityName = useCapabilityName()
  const sampleQuestion = useSampleQuestion()
  return useCallback(
    (name, type) => {
      if (i18n.exists(`resources.capability.${name}`))
        return t(`resources.capability.${name}` as 'resources.capability.web_search')
      // Capabilities of operations are `list_user_accounts`: Quarry's verb, and what the description calls its subject.
      const [, verb, subject] = (type === 'api' && /^([a-z]+)[_ ](\S.*)$/.exec(name)) || []
      if (verb !== undefined && subject !== undefined && i18n.exists(`resources.verb.${verb}`))
        return t(`resources.verb.${verb}` as 'resources.verb.list', { subject: subject.replaceAll('_', ' ') })
      return type === 'text2sql' ? sampleQuestion(capabilityName(name)) : capabilityName(name)
    },
    [t, i18n, capabilityName, sampleQuestion],
  )
}
