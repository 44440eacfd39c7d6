import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WrittenRule } from '../../../contract/calls/calls'
import { quarry, useCall } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Failure } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { RuleBench } from './rule-bench'
import { type EditedRule, RuleDialog } from './rule-dialog'
import { SessionGrants } from './session-grants'

/** What a rule applies to, as its file writes it. */
const matched = ({ tool, server, resource, tier, arguments: given = {} }: WrittenRule): string =>
  Object.entries({ tool, server, resource, tier: tier === undefined ? undefined : [tier].flat().join('/'), ...given })
    .flatMap(([name, pattern]) => (pattern === undefined ? [] : [`${name}: ${pattern}`]))
    .join(' · ')

/** The rules of this project and of all, with what is wrong with their files; each can be edited and removed. */
export function Rules() {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const [revision, setRevision] = useState(0)
  const [written, setWritten] = useState<EditedRule | 'new' | null>(null)
  const files = useCall(String(revision), () => quarry.rulesList())
  const remove = async (seen: EditedRule): Promise<void> => {
    await attempt(() => quarry.rulesRemove(seen))
    setRevision((before) => before + 1)
  }
  if (files.status === 'failed') return <Failure error={files.error} />
  const shown = (files.value ?? []).filter(({ rules, problems }) => rules.length + problems.length > 0)
  return (
    <section aria-labelledby="rules-title" data-testid="rules">
      <div className="flex items-center justify-between gap-2">
        <h3 id="rules-title" className="text-sm font-medium">
          {t('settings.rules.title')}
        </h3>
        <Button tone="quiet" icon={Plus} className="h-7 px-2" onClick={() => setWritten('new')}>
          {t('settings.rules.newButton')}
        </Button>
      </div>
      <p className="text-xs text-faint">{t('settings.rules.help')}</p>
      {files.status === 'ready' && shown.length === 0 && (
        <p className="mt-2 text-sm text-dim">{t('settings.rules.none')}</p>
      )}
      {shown.map(({ path, isOfProject, rules, problems }) => (
        <div key={path} className="mt-2">
          <p className="text-xs text-dim">
            {t(isOfProject ? 'settings.rules.ofProject' : 'settings.rules.ofAll')}{' '}
            <bdi className="font-mono text-2xs">
              <Breakable name={path} />
            </bdi>
          </p>
          <ul>
            {problems.map(({ line, problem }) => (
              <li key={`${line}${JSON.stringify(problem)}`} className="py-1 text-sm text-error wrap-anywhere">
                {t('settings.rules.problem', { line: format.number(line), problem: speech.fact(problem) })}
              </li>
            ))}
            {rules.map(({ line, ...rule }) => (
              <li key={line} className="flex items-start gap-2 border-t border-line py-1.5 text-sm first:border-t-0">
                <Chip tone={rule.decide === 'deny' ? 'error' : rule.decide === 'ask' ? 'blocked' : 'ok'}>
                  {t(`settings.rules.decide.${rule.decide}`)}
                </Chip>
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {rule.name ?? t('settings.rules.line', { line: format.number(line) })}
                  <span className="block text-xs text-dim">{matched(rule)}</span>
                </span>
                <Button tone="quiet" className="h-6 px-2" onClick={() => setWritten({ path, line, rule })}>
                  {t('settings.rules.edit')}
                </Button>
                <Button tone="quiet" className="h-6 px-2" onClick={() => void remove({ path, line, rule })}>
                  {t('settings.rules.remove')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <SessionGrants />
      <RuleBench />
      {written !== null && (
        <RuleDialog
          edited={written === 'new' ? null : written}
          onSaved={() => {
            setWritten(null)
            setRevision((before) => before + 1)
          }}
          onClose={() => {
            setWritten(null)
            // A file that changed meanwhile is why somebody may have given up.
            setRevision((before) => before + 1)
          }}
        />
      )}
    </section>
  )
}
