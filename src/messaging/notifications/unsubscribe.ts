import { inTransaction, type Context, type Core } from '#platform/context/index.ts'
import { isLinkToken } from '#identity/email-links/rules.ts'
import { randomToken } from '#core/secrets.ts'
import * as queries from './queries.ts'
import { isOptional, type NoticeKind } from './rules.ts'

type Recipient = { accountId: string; kind: NoticeKind; email: string }

/**
 * Returns the token of the link that switches off one kind of email. All emails of this kind to one address have the same link. The link
 * works until the account's address changes or the account is closed. Anyone who has the email can use the link, but only for this purpose.
 */
export const unsubscribeToken = (ctx: Core, { accountId, kind, email }: Recipient): Promise<string> =>
  queries.saveUnsubscribeLink(ctx.db, {
    token: randomToken(ctx),
    account_id: accountId,
    kind,
    email,
    created_at: ctx.now(),
  })

/** Adds the unsubscribe link to an email's closing lines. In emails to guests, the link is the only closing line. */
export const withUnsubscribe = (text: string, url: string): string =>
  `${text}${text.includes('\n\n-- \n') ? '\n' : '\n\n-- \n'}Unsubscribe from this kind of email: ${url}`

export type Subscription = { accountId: string; kind: NoticeKind; enabled: boolean; isGuest: boolean }

/** Returns the email subscription that an unsubscribe link refers to, or null for an invalid link. Changes nothing. */
export async function findSubscription(ctx: Core, token: string): Promise<Subscription | null> {
  const found = isLinkToken(token) ? await queries.findSubscription(ctx.db, token) : undefined
  return found && isOptional(found.kind) ? { ...found, kind: found.kind } : null
}

/** Switches on or off the kind of email that the link is for. Idempotent. Returns null for an invalid link. */
export const setSubscription = (ctx: Context, token: string, enabled: boolean): Promise<Subscription | null> =>
  inTransaction(ctx, async (tx) => {
    const found = await findSubscription(tx, token)
    if (!found) return null
    await queries.setSwitch(tx.db, found.accountId, found.kind, { enabled })
    return { ...found, enabled }
  })
