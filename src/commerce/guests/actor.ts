import type { Person } from '#platform/context/index.ts'
import { GUEST_SCOPES } from '#core/scopes.ts'
import { REAL } from '#core/tenant.ts'

/** Returns an actor with the rights of a guest session. The caller has just created the guest. */
export const guestActor = ({ accountId, name, address }: Pick<Person, 'accountId' | 'name' | 'address'>): Person => ({
  kind: 'session',
  accountId,
  tenant: REAL,
  name,
  credential: accountId,
  keyKind: 'session',
  scopes: GUEST_SCOPES,
  askFirst: [],
  maxOfferCents: null,
  maxDayCents: null,
  provedAt: null,
  guest: true,
  address,
})
