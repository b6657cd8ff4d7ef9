import { inTransaction, type Context, type Core } from '#platform/context/index.ts'
import { isLinkToken } from '#identity/email-links/rules.ts'
import { openGuestSession, type Browser, type Opened } from '#identity/sessions/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import * as queries from './queries.ts'

/** Returns the id of the listing whose order the payment link opens, or null if the link is not valid. */
export async function readPayLink(ctx: Core, token: string): Promise<string | null> {
  return (await found(ctx, token))?.listingId ?? null
}

/** Starts the guest's session in the browser that opened the payment link. Returns null if the order has expired. */
export async function openPayLink(ctx: Context, token: string, browser: Browser): Promise<{ opened: Opened; listingId: string } | null> {
  return inTransaction(ctx, async (tx) => {
    const link = await found(tx, token)
    return link && { opened: await openGuestSession(tx, link.accountId, browser), listingId: link.listingId }
  })
}

const found = async (ctx: Core, token: string) =>
  isLinkToken(token) ? ((await queries.findOrderToPay(ctx.db, sha256(token), ctx.now())) ?? null) : null
