import type { Context, Person, Tx } from '#platform/context/index.ts'
import { UTC, zoneNamed } from '#core/format/time.ts'
import { invalid } from '#platform/errors/index.ts'
import * as queries from './queries.ts'

/** The zone that an account's mails are written in: UTC until it is known (completions 12, Times). */
export const zoneOf = async (ctx: Context, accountId: string): Promise<string> => (await queries.zoneOf(ctx.db, accountId)) ?? UTC

/** Sets it, by its IANA name. Errors: 400 `time_zone` for a name that no zone has. */
export async function setTimeZone(tx: Tx, actor: Person, name: string): Promise<string> {
  const zone = zoneNamed(name.trim())
  if (zone === null) throw invalid('time_zone', 'time_zone must be the name of a zone, such as America/Los_Angeles or Europe/Berlin.')
  await queries.setZone(tx.db, actor.accountId, zone)
  return zone
}

/** What a browser says at sign-in, taken where nothing is known yet: who travels keeps the zone they chose. */
export async function noteTimeZone(tx: Tx, accountId: string, name: string | null): Promise<void> {
  const zone = name === null ? null : zoneNamed(name)
  if (zone !== null) await queries.setZone(tx.db, accountId, zone, { whereUnknown: true })
}
