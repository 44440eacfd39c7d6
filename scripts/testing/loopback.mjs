import { spawnSync } from 'node:child_process'

const prefix = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

/**
 * What to put before a command so that loopback is the only network device that it and its children have. Empty where
 * that cannot be arranged: it takes root on Linux (a user namespace of one's own would make everybody look like root,
 * for whom Chromium has no sandbox) and iproute2.
 *
 * @returns {string[]}
 */
export function loopbackOnly() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return []
  const [command, ...args] = prefix
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? prefix : []
}
