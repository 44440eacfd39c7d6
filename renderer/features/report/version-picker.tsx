import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReportVersion } from '../../../contract/report'
import { Button } from '../../ui/button'
import { Menu, MenuItem } from '../../ui/menu'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch } from '../../window/window-state'

/** Which version of the report is shown, with the question of each. Nothing where there is only one. */
export function VersionPicker({ versions, shown }: { versions: readonly ReportVersion[]; shown: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const newest = versions.at(-1)?.version
  if (versions.length < 2) return null
  const show = (version: number): void => dispatch({ type: 'showReport', version: version === newest ? null : version })
  return (
    <Menu
      trigger={
        <Button tone="quiet" icon={ChevronDown} className="-ml-2 h-7 px-2" data-testid="report-version">
          {t('report.version', { version: format.number(shown), total: format.number(versions.length) })}
        </Button>
      }
    >
      {versions.map(({ version, title }) => (
        <MenuItem key={version} onSelect={() => show(version)}>
          <span className={version === shown ? 'font-semibold' : ''}>
            {t('report.versionOf', { version: format.number(version), title })}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
