import { FilePlus2, FolderPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { useRunCommand } from './run-command'

/** The buttons that add files, and a folder. */
export function AddMaterial() {
  const { t } = useTranslation()
  const run = useRunCommand()
  return (
    <>
      <Button icon={FilePlus2} onClick={() => run('addFiles')}>
        {t('library.addFiles')}
      </Button>
      <Button icon={FolderPlus} onClick={() => run('addFolder')}>
        {t('library.addFolder')}
      </Button>
    </>
  )
}
