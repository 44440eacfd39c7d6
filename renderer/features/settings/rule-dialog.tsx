import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WrittenRule } from '../../../contract/calls/calls'
import { ownTools } from '../../../contract/calls/own-tools'
import { draftOf, emptyDraft, type RuleDraft } from '../../../contract/calls/rule-draft'
import type { ErrorShape } from '../../../contract/error-shape'
import { toolTier } from '../../../contract/resources/resource'
import { toldRule } from '../../../wording'
import { quarry, toShape, useCall } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Segments } from '../../ui/segments'
import { useSpeech } from '../../ui/use-speech'
import { RuleArguments } from './rule-arguments'
import { RuleBench } from './rule-bench'

/** A rule of a file that a person edits. */
export interface EditedRule {
  readonly path: string
  readonly line: number
  readonly rule: WrittenRule
}

interface RuleDialogProps {
  /** Null: a new rule. */
  edited: EditedRule | null
  onSaved(): void
  onClose(): void
}

const decisions = ['deny', 'ask', 'allow'] as const

/** Writes a rule: its fields, what it means, and what it would decide. Main reads it as it reads the files. */
export function RuleDialog({ edited, onSaved, onClose }: RuleDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const speech = useSpeech()
  const [failed, setFailed] = useState<ErrorShape | null>(null)
  const [draft, setDraft] = useState<RuleDraft>(edited === null ? emptyDraft : draftOf(edited.rule))
  const [isOfProject, setIsOfProject] = useState(true)
  const suggestions = useRuleSuggestions()
  const checked = useCall(JSON.stringify(draft), () => quarry.rulesCheck(draft))
  const set = (changes: Partial<RuleDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  const problems = checked.value?.problems ?? []
  const problemOf = (field: string): string | null => {
    const found = problems.find((one) => one.field === field)?.problem
    return found === undefined ? null : speech.fact(found)
  }
  const place = edited === null ? { kind: 'new' as const, isOfProject } : { kind: 'edit' as const, ...edited }
  const change = { draft, place }
  const rule = checked.value?.rule ?? null
  const save = async (): Promise<void> => {
    setFailed(null)
    try {
      await quarry.rulesSave(change)
      onSaved()
    } catch (error) {
      setFailed(toShape(error))
    }
  }
  const text = (field: 'name' | 'tool' | 'server' | 'resource') => ({
    label: t(`settings.rules.field.${field}`),
    value: draft[field],
    error: problemOf(field),
    spellCheck: false,
    maxLength: 2000,
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  })
  const suggested = (field: 'tool' | 'server' | 'resource') => ({ ...text(field), list: `${id}-${field}` })
  return (
    <Dialog
      title={t(edited === null ? 'settings.rules.new' : 'settings.rules.editTitle')}
      onClose={onClose}
      wide
      testId="rule"
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (rule !== null) void save()
        }}
      >
        <div>
          <span id={`${id}-decide`} className="text-sm font-medium">
            {t('settings.rules.field.decide')}
          </span>
          <div className="mt-1">
            <Segments
              aria-labelledby={`${id}-decide`}
              value={draft.decide}
              choices={decisions.map((value) => ({ value, label: t(`settings.rules.choose.${value}`) }))}
              onChange={(decide) => set({ decide })}
            />
          </div>
        </div>
        <TextField {...text('name')} help={t('settings.rules.fieldHelp.name')} />
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <TextField {...suggested('tool')} placeholder={t('settings.rules.any')} />
          <TextField {...suggested('server')} placeholder={t('settings.rules.any')} />
          <TextField {...suggested('resource')} placeholder={t('settings.rules.any')} />
          <fieldset>
            <legend className="pt-0.5 text-sm font-medium">{t('settings.rules.field.tiers')}</legend>
            <div className="mt-1 flex h-9 items-center gap-4">
              {toolTier.options.map((tier) => (
                <label key={tier} className="flex items-center gap-1.5 text-sm">
                  <input
                    type="checkbox"
                    checked={draft.tiers.includes(tier)}
                    onChange={({ target }) =>
                      set({
                        tiers: toolTier.options.filter((one) =>
                          one === tier ? target.checked : draft.tiers.includes(one),
                        ),
                      })
                    }
                  />
                  {tier}
                </label>
              ))}
            </div>
          </fieldset>
          <p className="text-xs text-faint sm:col-span-2">{t('settings.rules.patternHelp')}</p>
        </div>
        {(['tool', 'server', 'resource'] as const).map((field) => (
          <datalist key={field} id={`${id}-${field}`}>
            {suggestions[field].map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        ))}
        <RuleArguments
          rows={draft.arguments}
          problemOf={(row) => problemOf(`arguments.${row}`)}
          onChange={(rows) => set({ arguments: rows })}
        />
        <div>
          <span id={`${id}-place`} className="text-sm font-medium">
            {t(edited === null ? 'settings.rules.field.place' : 'settings.rules.field.file')}
          </span>
          {edited === null ? (
            <div className="mt-1">
              <Segments
                aria-labelledby={`${id}-place`}
                value={isOfProject ? 'project' : 'all'}
                choices={(['project', 'all'] as const).map((value) => ({
                  value,
                  label: t(`settings.rules.place.${value}`),
                }))}
                onChange={(value) => setIsOfProject(value === 'project')}
              />
            </div>
          ) : (
            <p className="font-mono text-2xs text-dim">
              <Breakable name={`${edited.path}:${edited.line}`} />
            </p>
          )}
        </div>
        <div
          role="status"
          className="rounded-md border border-line bg-sunk px-3 py-2 text-sm wrap-anywhere"
          data-testid="rule-meaning"
        >
          {rule === null ? (
            <span className="text-dim">{t(problems.length === 0 ? 'app.loading' : 'settings.rules.incomplete')}</span>
          ) : (
            toldRule(rule, speech.language)
          )}
        </div>
        <RuleBench change={rule === null ? null : change} />
        <DialogActions>
          {failed !== null && (
            <p role="alert" className="basis-full text-sm text-error wrap-anywhere">
              {speech.error(failed)}
            </p>
          )}
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={rule === null}>
            {t(edited === null ? 'settings.rules.add' : 'settings.rules.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const suggestedAtMost = 200

/** Names that a rule may mean: Quarry's own tools, what was called, and the resources that there are. */
function useRuleSuggestions(): Readonly<Record<'tool' | 'server' | 'resource', readonly string[]>> {
  const page = { offset: 0, limit: suggestedAtMost }
  const called = useCall('calls', () => quarry.callsList({ ...page, filter: {} })).value?.calls ?? []
  const listed = useCall('resources', () => quarry.resourcesList({ ...page, parentId: null })).value?.resources ?? []
  const resources = listed.map(({ name }) => name)
  return {
    tool: distinct([...Object.keys(ownTools), ...called.map(({ tool }) => tool)]),
    server: distinct(['builtin', ...called.map(({ server }) => server)]),
    resource: distinct([...called.flatMap(({ resourceName }) => resourceName ?? []), ...resources]),
  }
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
