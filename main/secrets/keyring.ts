/** The system's own keyring: what it sealed, only this user of this machine opens again. */
export interface Keyring {
  seal(text: string): Uint8Array
  /** Throws where the keyring was reset, or another one sealed it. */
  open(sealed: Uint8Array): string
}
