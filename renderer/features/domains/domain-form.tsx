import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DomainView } from '../../../contract/library/domain'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass, TextField } from '../../ui/field'
import { useNotices } from '../../window/notices'

/** What a person writes of a domain; what they leave as it was stays found. */
export function DomainForm({ domain, onClose }: { domain: DomainView; onClose(): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const [name, setName] = useState(domain.name)
  const [aliases, setAliases] = useState(domain.aliases.join(', '))
  const [summary, setSummary] = useState(domain.summary)
  const save = async (): Promise<void> => {
    const written = { name: name.trim(), aliases: aliasesOf(aliases), summary: summary.trim() }
    if (await attempt(() => quarry.domainsEdit({ domainId: domain.domainId, ...written }))) onClose()
  }
  return (
    <form
      data-testid="domain-form"
      className="mt-2 rounded-lg border border-edge bg-panel px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextField
        autoFocus
        label={t('domains.name')}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        className="mt-2"
        label={t('domains.aliases')}
        help={t('domains.aliasesHelp')}
        value={aliases}
        maxLength={1700}
        onChange={(event) => setAliases(event.target.value)}
      />
      <label htmlFor={id} className="mt-2 block text-sm font-medium">
        {t('domains.summary')}
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={2000}
        value={summary}
        onChange={(event) => setSummary(event.target.value)}
        className={`${inputClass} mt-1`}
      />
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button type="submit" tone="primary" disabled={name.trim() === ''}>
          {t('domains.save')}
        </Button>
      </div>
    </form>
  )
}

/** Aliases as a person separates them, in either language's commas: each once, as many and as long as main takes. */
export function aliasesOf(written: string): string[] {
  const names = written.split(/[,，、;；\n]/).map((alias) => alias.trim().slice(0, 80).trim())
  return [...new Set(names)].filter((alias) => alias !== '').slice(0, 20)
}
