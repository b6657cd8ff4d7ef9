import type { Anonymous, Context, Person, Tx, Core } from '#platform/context/index.ts'
import type { LinkPurpose } from './rules.ts'
import { forgetBrowsers } from '#identity/sessions/browsers.ts'
import { hashChosenBy } from '#identity/passwords/index.ts'
import { checkPassword } from '#identity/passwords/proof.ts'
import { endSessions } from '#identity/sessions/index.ts'
import { endApprovals } from '#identity/approvals/end.ts'
import { forgetAddresses } from '#identity/addresses/index.ts'
import { endExports } from '#identity/exports/index.ts'
import { forgetFactors } from '#identity/mfa/owner/index.ts'
import { forgetTickets } from '#identity/mfa/tickets/index.ts'

import { revokeKeys } from '#identity/keys/index.ts'
import { emailAccount } from '#messaging/notifications/index.ts'
import { testAccounts } from '#identity/test-mode/index.ts'
import { payerOf, type Tenant } from '#core/tenant.ts'
import { record } from '#platform/events/index.ts'
import type { Ended } from './email-verification-copy.ts'
import { addressProved } from './emails.ts'
import * as queries from './queries.ts'
import type { PersonRow } from './queries.ts'
import { findLink, goneLink } from '#messaging/email-tokens/index.ts'

export { endedText, type Ended } from './email-verification-copy.ts'

/**
 * Effect of opening a verification link: it either verifies the account's email address for the first time, or replaces a verified address
 * with a new one.
 */
export type LinkMeans = { accountId: string; firstProof: boolean; otherAddress: boolean }

/** Returns the effect of a link, or null if the link is invalid. Does not consume the link. */
export async function readLink(ctx: Core, token: string, purpose: LinkPurpose): Promise<LinkMeans | null> {
  const row = await findLink(ctx, token, purpose)
  const person = row && (await queries.findPerson(ctx.db, row.account_id))
  if (!person) return null
  const firstProof = person.email_verified_at === null
  return { accountId: person.id, firstProof, otherAddress: !firstProof && row.email !== person.email }
}

/** Hashes the new password that is set with a link. Errors: 400 `token` before the slow hashing; 400 `password` for a weak password. */
export async function hashNewByLink(ctx: Core, token: string, password: string): Promise<string> {
  const means = await readLink(ctx, token, 'reset')
  if (!means) throw goneLink()
  return hashChosenBy(ctx, means.accountId, password)
}

/**
 * Returns true if the user of the link is confirmed as the account's owner, either by a session in this browser or by the password. The
 * check is slow, so call this function before the transaction. Errors: 401 `password` for a wrong password, 429.
 */
export async function confirmsOwner(
  ctx: Context,
  link: { token: string; purpose: LinkPurpose },
  { caller, password }: { caller: Anonymous | Person; password?: string | undefined },
): Promise<boolean> {
  const means = await readLink(ctx, link.token, link.purpose)
  if (!means) return false
  if (caller.kind === 'session' && payerOf(caller) === means.accountId) return true
  if (password === undefined) return false
  await checkPassword(ctx, means, password)
  return true
}

/**
 * Ends all earlier access to an account when its email address is verified for the first time, because another person may have created the
 * account (spec: completions 12). Ends sessions, revokes keys, cancels approvals and stops the webhook. Also deletes everything else that
 * grants or reveals access: password, factors, known browsers, pending links, exports, addresses, saved search emails, platform order
 * webhooks, the payout account and saved cards. Notifies the owner of the address. The caller must lock the account first.
 */
export async function endBefore(tx: Tx, person: Pick<PersonRow, 'id' | 'name'>, email: string): Promise<Ended> {
  const { id } = person
  const ended = {
    sessions: await endSessions(tx, id, null),
    keys: await revokeKeys(tx, id),
    approvals: await endApprovals(tx, id),
    webhook: await tx.hooks.forgetWebhook(tx, id),
  }
  for (const test of await testAccounts(tx, id as Tenant)) {
    await endApprovals(tx, test.id)
    await tx.hooks.forgetWebhook(tx, test.id)
    await tx.hooks.emailVerified(tx, test.id)
  }
  await forgetFactors(tx, id)
  await forgetTickets(tx, id)
  await forgetBrowsers(tx, id)
  await endExports(tx, id)
  await forgetAddresses(tx, id)
  await tx.hooks.emailVerified(tx, id)
  await queries.forgetLinks(tx.db, id, ['reset', 'sign_in', 'verify'])
  await queries.updatePerson(tx.db, id, { password_hash: null, new_email: null, updated_at: tx.now() })
  await emailAccount(tx, { accountId: id, name: person.name, recipient: email, ...addressProved(tx, ended) })
  await record(tx, { accountId: id, type: 'account.changed', object: { object: 'account', id } })
  return ended
}
