import { inTransaction, type Context, type Core, type Tx } from '#platform/context/index.ts'
import { GUEST_LINK_DAYS, LINK_LIFE_MS, isLinkToken, TOKEN_MARK, type LinkPurpose } from '#identity/email-links/rules.ts'
import { randomToken } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { LinkRow } from './queries.ts'

type Leaving = { id: string; account_id: string; recipient: string; body: string; link_for: LinkPurpose }

/**
 * Returns the text of an email with a new link, or null if the email must not be sent any more. The link is created only when the email is
 * sent, so that the queue contains no secret, and the link's lifetime starts at that time. Only a hash of the link is stored. Locks the
 * account, as everything that deletes its links does, so that no link appears after their deletion.
 */
export async function withLink(ctx: Context, { id, account_id, recipient, body, link_for: purpose }: Leaving): Promise<string | null> {
  const token = randomToken(ctx)
  const now = ctx.now()
  const expires_at = new Date(now.getTime() + LINK_LIFE_MS[purpose])
  const link = { token_hash: sha256(token), account_id, purpose, email: recipient, mail_id: id, created_at: now, expires_at }
  const isSaved = await inTransaction(ctx, async ({ db }) => {
    await queries.lockAccount(db, account_id)
    if (!(await queries.isWaiting(db, id))) return false
    await queries.saveLink(db, link)
    return true
  })
  return isSaved ? body.replaceAll(TOKEN_MARK, token) : null
}

/** Returns a valid link, or undefined. Reading does not consume the link. */
export const findLink = async (ctx: Core, token: string, purpose: LinkPurpose): Promise<LinkRow | undefined> =>
  isLinkToken(token) ? queries.findLink(ctx.db, sha256(token), purpose, ctx.now()) : undefined

export const linkWorks = async (ctx: Core, token: string, purpose: LinkPurpose): Promise<boolean> =>
  (await findLink(ctx, token, purpose)) !== undefined

/** Consumes a link. Errors: 400 `token`, with the same message for unknown, used and expired links. */
export async function useLink(tx: Tx, token: string, purpose: LinkPurpose): Promise<LinkRow> {
  const link = isLinkToken(token) ? await queries.takeLink(tx.db, sha256(token), purpose, tx.now()) : undefined
  if (!link) throw goneLink()
  return link
}

export const goneLink = (): ApiError =>
  new ApiError('invalid_request', 'token was already used or has expired. Request a new email.', { param: 'token', code: 'token' })

/** Returns the token of the link to a guest's order, even if the link has expired. */
export const findGuestLink = async (ctx: Core, token: string): Promise<LinkRow | undefined> =>
  isLinkToken(token) ? queries.findGuestLink(ctx.db, sha256(token)) : undefined

export const deleteExpiredLinks = (ctx: Core): Promise<void> =>
  queries.deleteExpiredLinks(ctx.db, ctx.now(), new Date(ctx.now().getTime() - GUEST_LINK_DAYS * 86_400_000))
