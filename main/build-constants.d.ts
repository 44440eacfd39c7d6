/** The version in package.json, written in by the build. */
declare const __QUARRY_VERSION__: string
