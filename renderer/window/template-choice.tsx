import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ReportTemplate, reportTemplate } from '../../contract/report/report'
import { Button } from '../ui/button'
import { Menu, MenuChoice } from '../ui/menu'

/** The form that a session's reports have. */
export function TemplateChoice({
  template,
  onChange,
}: {
  template: ReportTemplate
  onChange(template: ReportTemplate): void
}) {
  const { t } = useTranslation()
  const named = t(`template.${template}`)
  return (
    <Menu
      trigger={
        <Button
          icon={ChevronDown}
          data-testid="template"
          aria-label={t('app.labelled', { label: t('template.label'), what: named })}
        >
          {named}
        </Button>
      }
    >
      {reportTemplate.options.map((one) => (
        <MenuChoice key={one} checked={one === template} onChange={() => onChange(one)}>
          {t(`template.${one}`)} <span className="text-faint">{t(`template.${one}Help`)}</span>
        </MenuChoice>
      ))}
    </Menu>
  )
}
