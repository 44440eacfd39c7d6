import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { quarry } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Toggle } from '../../ui/field'
import { useNotices } from '../../window/notices'

interface WritingFilesProps {
  settings: Pick<AppSettings, 'writesFiles' | 'exportFolder'>
  onChange(next: Partial<AppSettings>): void
}

/** Whether language models may ask to write files, and where new ones go. */
export function WritingFiles({ settings: { writesFiles, exportFolder }, onChange }: WritingFilesProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  return (
    <div>
      <Toggle
        label={t('settings.writesFiles')}
        help={t('settings.writesFilesHelp')}
        checked={writesFiles}
        onChange={(next) => onChange({ writesFiles: next })}
      />
      {writesFiles && (
        <div className="mt-2 pl-11 text-sm">
          <p>
            {t('settings.exportFolder')}{' '}
            {exportFolder === null ? (
              <span className="text-dim">{t('settings.exportFolderUsual')}</span>
            ) : (
              <bdi className="font-mono text-xs text-dim">
                <Breakable name={exportFolder} />
              </bdi>
            )}
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button icon={FolderOpen} onClick={() => void attempt(() => quarry.desktopShowExports())}>
              {t('settings.exportFolderOpen')}
            </Button>
            <Button onClick={() => void attempt(() => quarry.desktopChooseExportFolder())}>
              {t('settings.exportFolderChoose')}
            </Button>
            {exportFolder !== null && (
              <Button tone="quiet" onClick={() => onChange({ exportFolder: null })}>
                {t('settings.exportFolderReset')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
