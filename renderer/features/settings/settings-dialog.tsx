import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { quarry, useTopic } from '../../bridge'
import { Dialog } from '../../ui/dialog'
import { Toggle } from '../../ui/field'
import { Segments } from '../../ui/segments'
import { Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { WholeNumber } from '../../window/whole-number'
import { BackgroundLearning } from './background-learning'
import { Encoder } from './encoder'
import { HttpApi } from './http-api'
import { LanguageModel } from './language-model'
import { Network } from './network'
import { Recognition } from './recognition'
import { Reranker } from './reranker'
import { Rules } from './rules'
import { SettingsFile } from './settings-file'
import { Weights } from './weights'
import { WritingFiles } from './writing-files'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange(value: Value): void
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div>
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <div className="mt-1">
        <Segments aria-labelledby={id} value={value} choices={choices} onChange={onChange} />
      </div>
    </div>
  )
}

/** Settings that belong together, below what they are about. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4 first:border-t-0 first:pt-0">
      <h3 className="section-title mb-2">{title}</h3>
      <div className="space-y-5">{children}</div>
    </section>
  )
}

/** The settings. Each holds at once; there is nothing to save. */
export function SettingsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const settings = useTopic('settings')
  const change = (next: Partial<AppSettings>): void => void attempt(() => quarry.settingsSet(next))
  return (
    <Dialog title={t('settings.title')} onClose={onClose} testId="settings">
      {settings.status === 'loading' && <Loading />}
      {settings.status === 'failed' && <Failure error={settings.error} />}
      {settings.status === 'ready' && (
        <div className="space-y-5 pt-1">
          <Group title={t('settings.groups.general')}>
            <Choice
              label={t('settings.language')}
              value={settings.value.language}
              choices={(['system', 'en', 'zh-CN'] as const).map((value) => ({
                value,
                label: t(`settings.languages.${value}`),
              }))}
              onChange={(language) => change({ language })}
            />
            <Choice
              label={t('settings.theme')}
              value={settings.value.theme}
              choices={(['system', 'light', 'dark'] as const).map((value) => ({
                value,
                label: t(`settings.themes.${value}`),
              }))}
              onChange={(theme) => change({ theme })}
            />
            <Toggle
              label={t('settings.notifies')}
              help={t('settings.notifiesHelp')}
              checked={settings.value.notifies}
              onChange={(notifies) => change({ notifies })}
            />
          </Group>
          <Group title={t('settings.groups.research')}>
            <LanguageModel settings={settings.value} onChange={change} />
            <Toggle
              label={t('settings.clarify')}
              help={t('settings.clarifyHelp')}
              checked={settings.value.clarify}
              onChange={(clarify) => change({ clarify })}
            />
            {settings.value.clarify && (
              <WholeNumber
                label={t('settings.clarificationRounds')}
                help={t('settings.clarificationRoundsHelp')}
                value={settings.value.clarificationRounds}
                from={1}
                to={10}
                onChange={(value) => value !== null && change({ clarificationRounds: value })}
              />
            )}
            <Toggle
              label={t('settings.autoAccept')}
              help={t('settings.autoAcceptHelp')}
              checked={settings.value.autoAccept}
              onChange={(autoAccept) => change({ autoAccept })}
            />
            <Toggle
              label={t('settings.resumesByItself')}
              help={t('settings.resumesByItselfHelp')}
              checked={settings.value.resumesByItself}
              onChange={(resumesByItself) => change({ resumesByItself })}
            />
          </Group>
          <Group title={t('settings.groups.library')}>
            <Recognition languages={settings.value.ocrLanguages} />
            <BackgroundLearning settings={settings.value} onChange={change} />
            <Encoder encoder={settings.value.encoder} />
            <Reranker reranker={settings.value.reranker} onChange={change} />
          </Group>
          <Group title={t('settings.groups.network')}>
            <Network settings={settings.value} onChange={change} />
            <HttpApi settings={settings.value} onChange={change} />
          </Group>
          <Group title={t('settings.groups.permissions')}>
            <WritingFiles settings={settings.value} onChange={change} />
            <AskThresholds settings={settings.value} onChange={change} />
            <Rules />
          </Group>
          <Group title={t('settings.groups.performance')}>
            <WholeNumber
              label={t('settings.memory')}
              help={t('settings.memoryHelp')}
              value={settings.value.similarityMemoryMb}
              from={0}
              to={16_384}
              onChange={(value) => value !== null && change({ similarityMemoryMb: value })}
            />
            <WholeNumber
              label={t('settings.sessionsAtOnce')}
              help={t('settings.sessionsAtOnceHelp')}
              value={settings.value.sessionsAtOnce}
              from={1}
              to={16}
              onChange={(sessionsAtOnce) => sessionsAtOnce !== null && change({ sessionsAtOnce })}
            />
            <WholeNumber
              label={t('settings.executors')}
              help={t('settings.executorsHelp')}
              value={settings.value.executors}
              from={1}
              to={16}
              optional
              placeholder={t('settings.automatic')}
              onChange={(executors) => change({ executors })}
            />
            {(['orchestrators', 'reviewers'] as const).map((staff) => (
              <WholeNumber
                key={staff}
                label={t(`settings.${staff}`)}
                help={t(`settings.${staff}Help`)}
                value={settings.value[staff]}
                from={1}
                to={16}
                optional
                placeholder={t('settings.automatic')}
                onChange={(size) => change({ [staff]: size })}
              />
            ))}
          </Group>
          <Group title={t('settings.groups.advanced')}>
            <Weights
              weights={settings.value.matcherWeights}
              onChange={(matcherWeights) => change({ matcherWeights })}
            />
            <SettingsFile />
          </Group>
        </div>
      )}
    </Dialog>
  )
}

interface AskThresholdsProps {
  settings: Pick<AppSettings, 'askFrom' | 'twoStepsFrom'>
  onChange(next: Partial<AppSettings>): void
}

/** From which risk a person is asked, and from which twice, in percent as risks are shown. */
function AskThresholds({ settings, onChange }: AskThresholdsProps) {
  const { t } = useTranslation()
  return (['askFrom', 'twoStepsFrom'] as const).map((name) => (
    <WholeNumber
      key={name}
      label={t(`settings.${name}`)}
      help={t(`settings.${name}Help`)}
      value={Math.round(settings[name] * 100)}
      from={0}
      to={100}
      onChange={(percent) => percent !== null && onChange({ [name]: percent / 100 })}
    />
  ))
}
