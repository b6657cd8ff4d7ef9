import { inTransaction, type Context, type Core } from '#platform/context/index.ts'
import { isLinkToken } from '#identity/email-links/rules.ts'
import { openGuestSession, type Browser, type Opened } from '#identity/sessions/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import * as queries from './queries.ts'

/** Returns the listing that a payment link belongs to, or null when the link does not work. */
export async function readPayLink(ctx: Core, token: string): Promise<string | null> {
  return (await found(ctx, token))?.listingId ?? null
}

/** Starts a guest's session in the browser that opens the payment link. Returns null if the order has expired. */
export async function openPayLink(ctx: Context, token: string, browser: Browser): Promise<{ opened: Opened; listingId: string } | null> {
  return inTransaction(ctx, async (tx) => {
    const link = await found(tx, token)
    return link && { opened: await openGuestSession(tx, link.accountId, browser), listingId: link.listingId }
  })
}

const found = async (ctx: Core, token: string) =>
  isLinkToken(token) ? ((await queries.findOrderToPay(ctx.db, sha256(token), ctx.now())) ?? null) : null
