import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { memberType } from '../../../contract/pool'
import type { SessionView } from '../../../contract/session'
import { useSpeech } from '../../ui/use-speech'
import { useNeedText } from '../pool/need-text'
import { useShortageText } from '../pool/shortage-text'

type Need = Parameters<ReturnType<typeof useNeedText>>[0]

interface Amendment {
  title: string
  /** What the step needed before; null where it was left out. */
  needed: Need[] | null
}

/** How a step was changed, read from main's line on it; null for another line. */
export function amendmentOf(detail: string): Amendment | null {
  const match = /^(.*): (?:skipped|needed (.+))$/s.exec(detail)
  if (!match) return null
  const title = match[1] ?? ''
  if (match[2] === undefined) return { title, needed: null }
  if (match[2] === 'nothing') return { title, needed: [] }
  const needed = match[2].split(', ').map((need): Need | null => {
    const [typed, capability, level] = need.split(' ')
    const type = memberType.safeParse(typed)
    return type.success ? { type: type.data, capability: capability || null, level: Number(level) } : null
  })
  return needed.every((need) => need !== null) ? { title, needed } : null
}

type SessionEvent = SessionView['events'][number]

/**
 * Words the detail of an event. What a person or the material said stays; an error has its words by its code, where the
 * session or one of its steps still has it. Of older ones main's message is all that is known: it is quoted.
 */
export function useEventDetail(): (session: SessionView, event: SessionEvent) => string {
  const { t, i18n } = useTranslation()
  const speech = useSpeech()
  const shortageText = useShortageText()
  const need = useNeedText()
  return useCallback(
    (session, { type, detail }) => {
      if (type === 'step.amended') {
        const amendment = amendmentOf(detail)
        if (amendment === null) return detail
        const { title, needed } = amendment
        if (needed === null) return t('timeline.skipped', { title })
        if (needed.length === 0) return t('timeline.neededNothing', { title })
        return t('timeline.needed', { title, what: needed.map(need).join(t('app.listed')) })
      }
      if (type !== 'session.failed' && type !== 'session.blocked') return detail
      const known = [session.error, ...(session.plan?.steps ?? []).map(({ error }) => error)].find(
        (error) => error?.message === detail,
      )
      if (known) return speech.errorPhrase(known)
      return i18n.language === 'en' ? detail : shortageText(detail)
    },
    [t, i18n, speech, shortageText, need],
  )
}
