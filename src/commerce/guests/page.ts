import { inTransaction, type Anonymous, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { openGuestSession, type Browser, type Opened } from '#identity/sessions/index.ts'
import type { CreateGuestCheckout, CreateGuestPurchase } from './schema.ts'
import { startGuestCheckout, startGuestPurchase, type StartedCheckout } from './start.ts'

/** The guest, the session for the browser and, if there are several items, the id of the purchase. */
export type StartedInBrowser = { buyer: Person; purchaseId: string | null; opened: Opened }

type Caller = Anonymous | Person

/** Starts a guest's checkout for one item in this browser. Throws the same errors as `startGuestCheckout`. */
export const startInBrowser = (ctx: Context, caller: Caller, input: CreateGuestCheckout, browser: Browser): Promise<StartedInBrowser> =>
  inBrowser(ctx, browser, (tx) => startGuestCheckout(tx, caller, input))

/** Starts a guest's checkout for several items in this browser. Throws the same errors as `startGuestPurchase`. */
export const startPurchaseInBrowser = (
  ctx: Context,
  caller: Caller,
  input: CreateGuestPurchase,
  browser: Browser,
): Promise<StartedInBrowser> => inBrowser(ctx, browser, (tx) => startGuestPurchase(tx, caller, input))

const inBrowser = (ctx: Context, browser: Browser, start: (tx: Tx) => Promise<StartedCheckout>): Promise<StartedInBrowser> =>
  inTransaction(ctx, async (tx) => {
    const { buyer, order } = await start(tx)
    const opened = await openGuestSession(tx, buyer.accountId, browser)
    return { buyer: { ...buyer, sessionToken: opened.token }, purchaseId: order.purchase_id, opened }
  })
