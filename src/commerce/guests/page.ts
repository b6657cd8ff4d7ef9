import { inTransaction, type Anonymous, type Context, type Person } from '#platform/context/index.ts'
import { openGuestSession, type Browser, type Opened } from '#identity/sessions/index.ts'
import type { CreateGuestCheckout } from './schema.ts'
import { startGuestCheckout } from './start.ts'

/** Starts a guest's checkout in this browser. Returns the guest and the session for the browser. Errors as for `startGuestCheckout`. */
export async function startInBrowser(
  ctx: Context,
  caller: Anonymous | Person,
  input: CreateGuestCheckout,
  browser: Browser,
): Promise<{ buyer: Person; opened: Opened }> {
  return inTransaction(ctx, async (tx) => {
    const { buyer } = await startGuestCheckout(tx, caller, input)
    const opened = await openGuestSession(tx, buyer.accountId, browser)
    return { buyer: { ...buyer, sessionToken: opened.token }, opened }
  })
}
