/** The version in package.json, written in by the build. */
export const version: string = __QUARRY_VERSION__
