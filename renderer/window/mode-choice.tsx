import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskMode } from '../../contract/session/session'
import { quarry, useTopicValue } from '../bridge'
import { Segments } from '../ui/segments'
import { useNotices } from './notices'

/**
 * How the next question is worked on, as the project remembers it, and how to choose otherwise.
 * @param offersModel whether a language model alone can be asked
 */
export function useAskMode(offersModel: boolean): [AskMode, (mode: AskMode) => void] {
  const { attempt } = useNotices()
  const remembered = useTopicValue('settings')?.askMode ?? 'research'
  const [chosen, setChosen] = useState<AskMode>()
  const choose = (mode: AskMode): void => {
    setChosen(mode)
    void attempt(() => quarry.settingsSet({ askMode: mode }))
  }
  const wanted = chosen ?? remembered
  return [wanted === 'modelOnly' && !offersModel ? 'research' : wanted, choose]
}

const inOrder: readonly AskMode[] = ['quick', 'research', 'modelOnly']

interface ModeChoiceProps {
  readonly mode: AskMode
  readonly offersModel: boolean
  onChange(mode: AskMode): void
}

/** A quick answer, research, or, where there is one, a language model alone. */
export function ModeChoice({ mode, offersModel, onChange }: ModeChoiceProps) {
  const { t } = useTranslation()
  return (
    <Segments
      aria-label={t('mode.label')}
      value={mode}
      choices={inOrder
        .filter((value) => offersModel || value !== 'modelOnly')
        .map((value) => ({ value, label: t(`mode.${value}`) }))}
      onChange={onChange}
    />
  )
}
