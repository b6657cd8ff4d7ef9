import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

/** Returns two flags: whether the listings have open offers, and whether they have paid deposits. A shop stands for all its listings. */
export async function findPendingDeals(
  db: Db,
  { listingIds, shopId }: { listingIds: readonly string[]; shopId: string | null },
  now: Date,
): Promise<{ offers: boolean; deposits: boolean }> {
  const { rows } = await sql<{ offers: boolean; deposits: boolean }>`
    with these as (select id from listings where id = any(${[...listingIds]}::text[]) or shop_id = ${shopId})
    select
      exists (select 1 from offers where listing_id in (select id from these) and status in ('open', 'countered') and expires_at > ${now}) as offers,
      exists (select 1 from holds where listing_id in (select id from these) and status = 'active' and until > ${now}) as deposits`.execute(
    db,
  )
  return rows[0]!
}
