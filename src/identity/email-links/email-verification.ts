import type { Anonymous, Context, Person, Tx } from '#platform/context/index.ts'
import type { LinkPurpose } from './rules.ts'
import { forgetBrowsers } from '#identity/sessions/browsers.ts'
import { hashChosenBy } from '#identity/passwords/index.ts'
import { checkPassword } from '#identity/passwords/proof.ts'
import { endSessions } from '#identity/sessions/index.ts'
import { endApprovals } from '#identity/approvals/end.ts'
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

export { endedWords, type Ended } from './email-verification-copy.ts'

/** What using a link would mean: the first proof of the address that an account has, or another address for one that has proved its own. */
export type LinkMeans = { accountId: string; firstProof: boolean; otherAddress: boolean }

/** Of a link that works; null for any other. It is not used by being looked at. */
export async function readLink(ctx: Context, token: string, purpose: LinkPurpose): Promise<LinkMeans | null> {
  const row = await findLink(ctx, token, purpose)
  const person = row && (await queries.findPerson(ctx.db, row.account_id))
  if (!person) return null
  const firstProof = person.email_verified_at === null
  return { accountId: person.id, firstProof, otherAddress: !firstProof && row.email !== person.email }
}

/** The password that a link is to set, as it is kept. Errors: 400 `token`, before anything slow; 400 `password` for a weak one. */
export async function hashNewByLink(ctx: Context, token: string, password: string): Promise<string> {
  const means = await readLink(ctx, token, 'reset')
  if (!means) throw goneLink()
  return hashChosenBy(ctx, means.accountId, password)
}

/**
 * Whether whoever uses a link is also the one whose account it is: by a session in this very browser, or by the password. Slow, so
 * before the transaction. Errors: 401 `password` for a wrong one, 429.
 */
export async function standsBehind(
  ctx: Context,
  link: { token: string; purpose: LinkPurpose },
  { here, password }: { here: Anonymous | Person; password?: string | undefined },
): Promise<boolean> {
  const means = await readLink(ctx, link.token, link.purpose)
  if (!means) return false
  if (here.kind === 'session' && payerOf(here) === means.accountId) return true
  if (password === undefined) return false
  await checkPassword(ctx, means, password)
  return true
}

/**
 * The first proof of an address, by somebody who need not be who opened the account (completions 12): every session, key, approval
 * and webhook made before ends, and with them whatever else would let its maker back in or hear of it: the password, factors,
 * known browsers, links on their way, exports, mails of saved searches, where platforms hear of orders, and where money goes. The owner of the address is told.
 * The account is locked by the caller.
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
    await tx.hooks.provedFirst(tx, test.id)
  }
  await forgetFactors(tx, id)
  await forgetTickets(tx, id)
  await forgetBrowsers(tx, id)
  await endExports(tx, id)
  await tx.hooks.provedFirst(tx, id)
  await queries.forgetLinks(tx.db, id, ['reset', 'sign_in', 'verify'])
  await queries.updatePerson(tx.db, id, { password_hash: null, new_email: null, updated_at: tx.now() })
  await emailAccount(tx, { accountId: id, name: person.name, recipient: email, ...addressProved(tx, ended) })
  await record(tx, { accountId: id, type: 'account.changed', object: { object: 'account', id } })
  return ended
}
