import { app, safeStorage } from 'electron'
import type { Keyring } from '../secrets'

/** Without one of these Chromium "seals" with a key that stands in its source code (`basic_text`). */
const realKeyrings = new Set(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])

/**
 * The keyring of macOS (Keychain), Windows (DPAPI) or the Linux desktop; null where there is no real one. Waits until
 * Electron is ready, as before that it cannot tell.
 */
export async function systemKeyring(): Promise<Keyring | null> {
  await app.whenReady()
  if (process.platform === 'linux' && !realKeyrings.has(safeStorage.getSelectedStorageBackend())) return null
  if (!safeStorage.isEncryptionAvailable()) return null
  return {
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
  }
}
