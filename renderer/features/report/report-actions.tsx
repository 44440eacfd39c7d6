import { BookMarked, Copy, Download, FileCode2, FileDown, FileText, FileType2, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReportFormat } from '../../../contract/report/report'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { Menu, MenuItem } from '../../ui/menu'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'

/** Find in the report, copy it, save it. */
export function ReportActions({ sessionId, version }: { sessionId: string; version: number }) {
  const { t } = useTranslation()
  const { language } = useSpeech()
  const { attempt, tell } = useNotices()
  const dispatch = useWindowDispatch()
  const copy = (): void =>
    void attempt(async () => {
      const { text } = await quarry.sessionExport({ sessionId, version, format: 'markdown', language })
      await quarry.desktopCopyText({ text })
      tell(t('app.copied'))
    })
  const save = (format: ReportFormat | 'pdf'): void =>
    void attempt(async () => {
      const saved = await quarry.desktopSaveReport({ sessionId, version, format, language })
      if (saved) tell(t('app.saved', { path: saved.path }))
    })
  return (
    <div role="toolbar" aria-label={t('report.actions')} className="flex flex-wrap gap-1">
      <Button tone="quiet" icon={Search} className="h-7 px-2" onClick={() => dispatch({ type: 'finding', open: true })}>
        {t('report.find')}
      </Button>
      <Button tone="quiet" icon={Copy} className="h-7 px-2" onClick={copy}>
        {t('report.copy')}
      </Button>
      <Menu
        trigger={
          <Button tone="quiet" icon={Download} className="h-7 px-2">
            {t('report.save')}
          </Button>
        }
      >
        <MenuItem icon={FileText} onSelect={() => save('markdown')}>
          {t('report.saveMarkdown')}
        </MenuItem>
        <MenuItem icon={FileCode2} onSelect={() => save('html')}>
          {t('report.saveHtml')}
        </MenuItem>
        <MenuItem icon={FileDown} onSelect={() => save('pdf')}>
          {t('report.savePdf')}
        </MenuItem>
        <MenuItem icon={FileType2} onSelect={() => save('docx')}>
          {t('report.saveDocx')}
        </MenuItem>
        <MenuItem icon={BookMarked} onSelect={() => save('bibtex')}>
          {t('report.saveBibtex')}
        </MenuItem>
        <MenuItem icon={BookMarked} onSelect={() => save('csl-json')}>
          {t('report.saveCslJson')}
        </MenuItem>
      </Menu>
    </div>
  )
}
