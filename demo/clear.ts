import { counted } from '#core/format/count.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context/index.ts'
import { PEOPLE } from './cast/index.ts'
import * as queries from './queries.ts'

/** Thrown when the database must not be cleared. The message gives the reason. */
export class DemoRefusal extends Error {
  override name = 'DemoRefusal'
}

/**
 * Empties the database and deletes the stored files of a demo marketplace. The caller must then run the migrations. Works only in local
 * mode, on a local database that contains the demo. Throws if the database also has other accounts, unless `everything` is true. Errors:
 * `DemoRefusal`.
 */
export async function clearDemo(ctx: Pick<Context, 'config' | 'db' | 'storage'>, { everything }: { everything: boolean }): Promise<void> {
  if (ctx.config.mode !== 'local' || !isLocal(ctx.config.database.url)) {
    throw new DemoRefusal('This command empties the database. It works only in local mode, on a database of this machine.')
  }
  if ((await queries.marketState(ctx.db)) === null) {
    throw new DemoRefusal('This database has no demo data. Nothing was changed.')
  }
  const otherAccounts = await queries.countOtherAccounts(
    ctx.db,
    Object.values(PEOPLE).map(({ email }) => email),
  )
  if (otherAccounts > 0 && !everything) {
    throw new DemoRefusal(
      `${counted(otherAccounts, 'other account')} would be deleted too. To empty the database anyway, add: -- --everything`,
    )
  }
  for (const key of await queries.storedKeys(ctx.db)) await ctx.storage.delete(key)
  await queries.dropEverything(ctx.db)
  await rm(join(ctx.config.dataDir, 'demo.env'), { force: true })
}

/** Records that this database must not receive demo data. Call it after the emptied database has been migrated. */
export const disableDemo = (ctx: Pick<Context, 'db'>, at: Date): Promise<void> => queries.setMarketOff(ctx.db, at)

function isLocal(url: string | null): boolean {
  if (url === null) return true
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
