import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { JsonValue } from '../../../contract/json'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { useNotices } from '../../window/notices'

interface SaveRowsProps {
  /** What the file is called. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly JsonValue[])[]
}

/** Saves the rows that are shown as CSV, where the person wants them. */
export function SaveRows({ name, columns, rows }: SaveRowsProps) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  if (columns.length === 0) return null
  const save = (): void =>
    void attempt(async () => {
      const saved = await quarry.desktopSaveRows({ name, columns: [...columns], rows: rows.map((cells) => [...cells]) })
      if (saved) tell(t('app.saved', { path: saved.path }))
    })
  return <IconButton icon={Download} label={t('answer.saveRows')} onClick={save} />
}
