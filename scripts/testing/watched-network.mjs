import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Every packet that does not stay on this machine leaves through this device, and goes nowhere. */
const OUTWARD_DEVICE = 'outward'

/**
 * Loopback, and a pair of devices with a default route into it: one without any would hide who tries, as WebRTC and the
 * resolver then send nothing. No ARP and no IPv6, so that the kernel itself has nothing to send. The resolver is asked
 * through the route, too.
 */
const script = `set -e
sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
ip link set lo up
ip link add ${OUTWARD_DEVICE} type veth peer name nowhere
ip link set ${OUTWARD_DEVICE} arp off
ip addr add 10.213.0.2/24 dev ${OUTWARD_DEVICE}
ip link set nowhere up
ip link set ${OUTWARD_DEVICE} up
ip route add default via 10.213.0.1
mount --bind "$0" /etc/resolv.conf
exec "$@"`

const prefix = [
  'unshare',
  '--net',
  '--mount',
  'sh',
  '-c',
  script,
  fileURLToPath(new URL('resolv.conf', import.meta.url)),
]

/**
 * What to put before a command so that it and its children reach nobody, and what they try to send is counted (`packetsSent`).
 * Empty where that cannot be arranged: it takes root on Linux (a user namespace
 * of one's own would make everybody look like root, for whom Chromium has no sandbox) and iproute2.
 *
 * @returns {string[]}
 */
export function watchedNetwork() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return []
  const [command, ...args] = prefix
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? prefix : []
}

/**
 * Packets that were sent beyond this machine, or tried to be; null where they are not counted.
 *
 * @param {string} [devices] what /proc/net/dev says; left out, it is asked
 * @returns {number | null}
 */
export function packetsSent(devices = process.platform === 'linux' ? readFileSync('/proc/net/dev', 'utf8') : '') {
  const counts = devices.split('\n').find((line) => line.trim().startsWith(`${OUTWARD_DEVICE}:`))
  const sent = counts?.split(':')[1]?.trim().split(/\s+/)[9]
  return sent === undefined ? null : Number(sent)
}
