import { resolveElectron } from '../../scripts/electron-runtime.mjs'
import { prepareLaunch } from '../../scripts/launch.mjs'

/** Finds the runtime that people get, with its sandbox on, and starts a display where there is none. */
export default async function prepareElectron(): Promise<() => Promise<void>> {
  const { executablePath } = await resolveElectron()
  const launch = await prepareLaunch(executablePath, { virtualDisplay: true, install: true })
  Object.assign(process.env, launch.env, { QUARRY_E2E_LAUNCHER: launch.launcherPath })
  return launch.stop
}
