/** Pure rules of the Universal Commerce Protocol (release 2026-04-08; docs/ucp.md). */

export const UCP_VERSION = '2026-04-08'

export const ORDER_CAPABILITY = 'dev.ucp.shopping.order'

/** One version of a declared capability. */
export type Declared = { version: string; extends?: string | readonly string[] }
export type Declarations = Readonly<Record<string, readonly Declared[]>>

/** Capabilities that both sides support, each in one version. */
export type Active = ReadonlyMap<string, { version: string; extends: readonly string[] }>

const parentsOf = ({ extends: parents }: Declared): readonly string[] => (parents === undefined ? [] : [parents].flat())

/**
 * Intersects capabilities as defined in the UCP overview: by name, each with the highest common version. Omits an extension if all its
 * parents are missing.
 */
export function negotiated(ours: Declarations, theirs: Declarations): Active {
  const active = new Map<string, { version: string; extends: readonly string[] }>()
  for (const [name, entries] of Object.entries(ours)) {
    const known = new Set((Object.hasOwn(theirs, name) ? theirs[name]! : []).map(({ version }) => version))
    const [best] = entries.filter(({ version }) => known.has(version)).toSorted((one, other) => other.version.localeCompare(one.version))
    if (best) active.set(name, { version: best.version, extends: parentsOf(best) })
  }
  for (let orphan = orphanOf(active); orphan !== undefined; orphan = orphanOf(active)) active.delete(orphan)
  return active
}

const orphanOf = (active: Active): string | undefined =>
  [...active].find(([, { extends: parents }]) => parents.length > 0 && !parents.some((parent) => active.has(parent)))?.[0]

/** Returns the root capability and its active extensions. */
export const relevantTo = (active: Active, root: string): Record<string, { version: string }[]> =>
  Object.fromEntries(
    [...active]
      .filter(([name, { extends: parents }]) => name === root || parents.includes(root))
      .map(([name, { version }]) => [name, [{ version }]]),
  )

const MAX_AGENT_LENGTH = 2_000
const MEMBER =
  /[ \t]*([a-z*][\w.*-]*)(?:=(?:"((?:[^"\\]|\\["\\])*)"|[^\s",;]+))?(?:;[ \t]*[a-z*][\w.*-]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[^\s",;]+))?)*[ \t]*(?:,|$)/y

/** Returns the profile URL from the header `UCP-Agent` (an RFC 8941 dictionary). Returns null when the header has no profile. */
export function profileOf(header: string): string | null {
  if (header.length > MAX_AGENT_LENGTH) return null
  let profile: string | null = null
  for (let at = 0; at < header.length;) {
    MEMBER.lastIndex = at
    const member = MEMBER.exec(header)
    if (!member) return null
    if (member[1] === 'profile') profile = member[2]?.replaceAll(/\\(["\\])/g, '$1') ?? null
    at = MEMBER.lastIndex
  }
  return profile
}

/**
 * Returns the namespace for a service's extensions: the reversed host of its URL, with `_` for invalid characters. The origin of the
 * extensions' specification must match the namespace.
 */
export function authorityOf(origin: string): string {
  const labels = new URL(origin).hostname.split('.').toReversed()
  const words = labels.map((label, index) => {
    const word = label.toLowerCase().replaceAll(/[^a-z0-9]/g, index === 0 ? '' : '_')
    return /^[a-z]/.test(word) ? word : `n${word}`
  })
  return words.length > 1 ? words.join('.') : `${words[0]}.market`
}

/** Converts dollars to minor units, the protocol's unit for amounts. */
export const minorUnits = (dollars: number): number => Math.round(dollars * 100)
