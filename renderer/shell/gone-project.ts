/** What the window follows of the projects: `held` is the last one shown that main's list named, at first the one it began with. */
export interface FollowedProject {
  readonly held: string
  /** The project that takes the place of the shown one; null while that stays. */
  readonly instead: string | null
}

/**
 * Whether the project that is shown is gone, by main's newest list (null: none came yet). One that was just created is not
 * gone for want of being listed: main answers for it at once, and its list may be older than that.
 */
export function followProject(
  held: string,
  shown: string,
  projects: readonly { readonly id: string }[] | null,
): FollowedProject {
  if (projects === null) return { held, instead: null }
  if (projects.some(({ id }) => id === shown)) return { held: shown, instead: null }
  return { held, instead: held === shown ? (projects[0]?.id ?? null) : null }
}
