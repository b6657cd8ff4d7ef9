import type { Person, Tx, Core } from '#platform/context/index.ts'
import { UTC, zoneNamed } from '#core/format/time.ts'
import { invalid } from '#platform/errors/index.ts'
import * as queries from './queries.ts'

/** Returns the time zone for an account's emails, or UTC if the time zone is not known yet (spec: completions 12, Times). */
export const zoneOf = async (ctx: Core, accountId: string): Promise<string> => (await queries.zoneOf(ctx.db, accountId)) ?? UTC

/** Sets an account's time zone by its IANA name. Errors: 400 `time_zone` for an unknown name. */
export async function setTimeZone(tx: Tx, actor: Person, name: string): Promise<string> {
  const zone = zoneNamed(name.trim())
  if (zone === null) throw invalid('time_zone', 'time_zone must be the name of a time zone, such as America/Los_Angeles or Europe/Berlin.')
  await queries.setZone(tx.db, actor.accountId, zone)
  return zone
}

/**
 * Stores the browser's time zone at sign-in, but only if the account has no time zone yet. The account's time zone therefore does not
 * change when the user travels.
 */
export async function noteTimeZone(tx: Tx, accountId: string, name: string | null): Promise<void> {
  const zone = name === null ? null : zoneNamed(name)
  if (zone !== null) await queries.setZone(tx.db, accountId, zone, { whereUnknown: true })
}
