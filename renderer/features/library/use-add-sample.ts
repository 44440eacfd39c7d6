import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'

/** Takes the sample that comes with Quarry into the library. */
export function useAddSample(): () => void {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const dispatch = useWindowDispatch()
  return () =>
    void attempt(async () => {
      const { added } = await quarry.libraryAddSample()
      dispatch({ type: 'sampleAdded' })
      tell(t('library.sampleAdded', { count: added }))
    })
}
