import type { Tx } from '#platform/context/index.ts'
import { endBefore, type Ended } from './email-verification.ts'
import * as queries from './queries.ts'

/** The account with an email address, and whether that address is verified. */
export type AddressOwner = { id: string; name: string; email: string; verified: boolean }

/** Locks and returns the account with this email address, or returns null if there is none. */
export async function lockOwnerOf(tx: Tx, email: string): Promise<AddressOwner | null> {
  const person = await queries.lockPersonByEmail(tx.db, email)
  return person?.email ? { id: person.id, name: person.name, email: person.email, verified: person.email_verified_at !== null } : null
}

/**
 * Records that an email link has verified the account's email address. The first verification ends all earlier sessions and keys, unless
 * the link was opened in one of the account's sessions (spec: completions 12). The caller must lock the account first.
 */
export async function proveOwner(tx: Tx, owner: AddressOwner, by: { owner: boolean }): Promise<Ended | null> {
  if (owner.verified) return null
  const ended = by.owner ? null : await endBefore(tx, owner, owner.email)
  await queries.updatePerson(tx.db, owner.id, { email_verified_at: tx.now(), updated_at: tx.now() })
  return ended
}
