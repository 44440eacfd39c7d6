import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AskMode, askMode } from '../../contract/session'
import { quarry, useTopicValue } from '../bridge'
import { Segments } from '../ui/segments'
import { useNotices } from './notices'

/** How the next question is worked on, as the project remembers it, and how to choose otherwise. */
export function useAskMode(): [AskMode, (mode: AskMode) => void] {
  const { attempt } = useNotices()
  const remembered = useTopicValue('settings')?.askMode ?? 'research'
  const [chosen, setChosen] = useState<AskMode>()
  const choose = (mode: AskMode): void => {
    setChosen(mode)
    void attempt(() => quarry.settingsSet({ askMode: mode }))
  }
  return [chosen ?? remembered, choose]
}

/** A quick answer, or research. */
export function ModeChoice({ mode, onChange }: { mode: AskMode; onChange(mode: AskMode): void }) {
  const { t } = useTranslation()
  return (
    <Segments
      aria-label={t('mode.label')}
      value={mode}
      choices={[...askMode.options].reverse().map((value) => ({ value, label: t(`mode.${value}`) }))}
      onChange={onChange}
    />
  )
}
