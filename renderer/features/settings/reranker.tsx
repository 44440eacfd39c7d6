import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Menu, MenuChoice } from '../../ui/menu'

/** Which cross-encoder of the data folder reads the best hits again, if any does. */
export function Reranker({
  reranker,
  onChange,
}: {
  reranker: AppSettings['reranker']
  onChange(next: Pick<AppSettings, 'reranker'>): void
}) {
  const { t } = useTranslation()
  const found = useCall('rerankers', () => quarry.modelsRerankers()).value ?? []
  // One that was removed is still shown, so that it can be given up.
  const names = reranker === null || found.includes(reranker) ? found : [...found, reranker]
  const what = reranker ?? t('settings.rerankerNone')
  return (
    <section data-testid="reranker">
      <h3 className="text-sm font-medium">{t('settings.reranker')}</h3>
      <p className="text-xs text-faint">{t(names.length === 0 ? 'settings.noRerankers' : 'settings.rerankerHelp')}</p>
      {names.length > 0 && (
        <div className="mt-1">
          <Menu
            trigger={
              <Button icon={ChevronDown} aria-label={t('app.labelled', { label: t('settings.reranker'), what })}>
                <span className="wrap-anywhere">{what}</span>
              </Button>
            }
          >
            <MenuChoice checked={reranker === null} onChange={() => onChange({ reranker: null })}>
              {t('settings.rerankerNone')}
            </MenuChoice>
            {names.map((name) => (
              <MenuChoice key={name} checked={name === reranker} onChange={() => onChange({ reranker: name })}>
                <span className="wrap-anywhere">{name}</span>
              </MenuChoice>
            ))}
          </Menu>
        </div>
      )}
    </section>
  )
}
