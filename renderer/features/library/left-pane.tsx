import { ResourcesGlance } from '../resources/glance'
import { SessionList } from '../sessions/session-list'
import { Library } from './library'

/** What there is: sessions above, then what can be used, the library below. */
export function LeftPane() {
  return (
    <div className="flex h-full flex-col gap-2 px-2 pt-2.5">
      <SessionList />
      <ResourcesGlance />
      <Library />
    </div>
  )
}
