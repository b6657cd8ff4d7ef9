import type { Core, Person } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Returns true if the guest has ordered this listing and may therefore write to the seller. */
export const boughtByGuest = (ctx: Core, guest: Person, listingId: string): Promise<boolean> =>
  queries.hasOrderOn(ctx.db, guest.accountId, listingId)
