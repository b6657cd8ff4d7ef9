/** The oldest supported Node version. It must match `engines` in package.json. */
export const OLDEST_NODE = '20.12'

/** Returns null if this Node version is supported, and otherwise a message for the user. */
export function versionProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return `Node ${OLDEST_NODE} or newer is required; this is Node ${version}. Install a newer version from https://nodejs.org.`
}
