import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveElectronForTests } from '../../scripts/electron-runtime.mjs'
import { prepareLaunch } from '../../scripts/launch.mjs'
import { packetsSent } from '../../scripts/testing/watched-network.mjs'
import { prepareDataFolder, prepareTemplate, project } from '../prepared-store'

/**
 * Finds the runtime that people get, with its sandbox on, and starts a display where there is none. The sample library is
 * indexed once, by Electron's own Node: the index of another is made anew, for its words may differ.
 */
export default async function prepareElectron(): Promise<() => Promise<void>> {
  const { executablePath } = await resolveElectronForTests()
  const launch = await prepareLaunch(executablePath, { virtualDisplay: true, install: true })
  await prepareTemplate()
  const library = await mkdtemp(join(tmpdir(), 'quarry-e2e-samples-'))
  prepareDataFolder(library)
  const parameters = [join(project, 'out/main/cli.js'), '--data', library, 'add', join(project, 'samples')]
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { status, stderr } = spawnSync(executablePath, parameters, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The sample library was not indexed: ${stderr}`)
  Object.assign(process.env, launch.env, {
    QUARRY_E2E_LAUNCHER: launch.launcherPath,
    QUARRY_E2E_SAMPLES: library,
    QUARRY_E2E_PACKETS: String(packetsSent() ?? 0),
  })
  return async () => {
    await launch.stop()
    await rm(library, { recursive: true, force: true })
  }
}
