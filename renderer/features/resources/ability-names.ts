import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { keptQuestion, type SampleQuestion } from '../../../contract/databases/sample-question'
import type { UniversalResource } from '../../../contract/resources/resource'
import { useSpeech } from '../../ui/use-speech'
import { useCapabilityName } from '../pool/capability-names'

/** A kept question of a database in the language of the window, where it is one of its sample questions; any other as it is. */
export function useSampleQuestion(samples: readonly SampleQuestion[]): (kept: string) => string {
  const speech = useSpeech()
  const said = useMemo(
    () => new Map(samples.map((sample) => [keptQuestion(sample), speech.fact(sample)])),
    [samples, speech],
  )
  return useCallback((kept) => said.get(kept) ?? kept, [said])
}

const noSamples: readonly SampleQuestion[] = []

/** What a resource can do, in the language of the window; what its maker calls it stays. */
export function useAbilityName({ type, metadata }: UniversalResource): (name: string) => string {
  const { t, i18n } = useTranslation()
  const capabilityName = useCapabilityName()
  const sampleQuestion = useSampleQuestion(metadata.type === 'text2sql' ? metadata.sampleQuestions : noSamples)
  return useCallback(
    (name) => {
      if (i18n.exists(`resources.capability.${name}`))
        return t(`resources.capability.${name}` as 'resources.capability.web_search')
      // Capabilities of operations are `list_user_accounts`: Quarry's verb, and what the description calls its subject.
      const [, verb, subject] = (type === 'api' && /^([a-z]+)[_ ](\S.*)$/.exec(name)) || []
      if (verb !== undefined && subject !== undefined && i18n.exists(`resources.verb.${verb}`))
        return t(`resources.verb.${verb}` as 'resources.verb.list', { subject: subject.replaceAll('_', ' ') })
      const asked = sampleQuestion(name)
      return asked === name ? capabilityName(name) : asked
    },
    [t, i18n, type, capabilityName, sampleQuestion],
  )
}
