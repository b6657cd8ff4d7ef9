import { counted } from '#core/format/count.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context/index.ts'
import { PEOPLE } from './cast/index.ts'
import * as queries from './queries.ts'

/** Reason why the database was not cleared. */
export class DemoRefusal extends Error {
  override name = 'DemoRefusal'
}

/**
 * Empties the database and the stored files of a demo market. The caller migrates again. Allowed only in local mode, on a local
 * database, and where a demo was planted and no one else has signed up since. `everything` also deletes other accounts. Throws
 * DemoRefusal.
 */
export async function clearDemo(ctx: Pick<Context, 'config' | 'db' | 'storage'>, { everything }: { everything: boolean }): Promise<void> {
  if (ctx.config.mode !== 'local' || !isHere(ctx.config.database.url)) {
    throw new DemoRefusal('This empties the database, so it works in local mode and on a database of this machine only.')
  }
  if ((await queries.marketState(ctx.db)) === null) {
    throw new DemoRefusal('This database has no demo data. Nothing was changed.')
  }
  const strangers = await queries.countOtherAccounts(
    ctx.db,
    Object.values(PEOPLE).map(({ email }) => email),
  )
  if (strangers > 0 && !everything) {
    throw new DemoRefusal(
      `${counted(strangers, 'account that is', 'accounts that are')} not of the demo would be deleted too. To empty the database anyway, add: -- --everything`,
    )
  }
  for (const key of await queries.storedKeys(ctx.db)) await ctx.storage.delete(key)
  await queries.dropEverything(ctx.db)
  await rm(join(ctx.config.dataDir, 'demo.env'), { force: true })
}

/** Records that no demo is wanted, after the emptied database was migrated. */
export const keepDemoOff = (ctx: Pick<Context, 'db'>, at: Date): Promise<void> => queries.setMarketOff(ctx.db, at)

/** True for the embedded database, a socket file or a loopback address. */
function isHere(url: string | null): boolean {
  if (url === null) return true
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
