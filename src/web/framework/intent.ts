import type { Context, Person, Core } from '#platform/context/index.ts'
import { INTENT_LIFE_MS, readIntent, signedInAfter, storeIntent, takeIntent, type SignInIntent } from '#identity/sign-in-intents/index.ts'
import { readOwnCookie, serializeCookie } from '#platform/http/cookies.ts'
import type { Call } from './answer.ts'

/*
 * Actions that a user started before signing in (decision 44). The browser's cookie contains only a random token. Browsers never send this
 * cookie with requests from other sites.
 */

const COOKIE = 'intent'

const cookieOf = (ctx: Core, token: string): string =>
  serializeCookie(ctx, COOKIE, token, { seconds: token === '' ? 0 : INTENT_LIFE_MS / 1000, strict: true })

const tokenIn = (ctx: Core, c: Call): string | null => readOwnCookie(ctx, c.req.header('Cookie'), COOKIE)

type NewIntent = { path: string; back?: string | null; fields?: Readonly<Record<string, string>> | null }

/** Stores an action until the user signs in. Returns the cookie that links this browser to the action. Errors: 429. */
export const intentCookie = async (ctx: Context, c: Call, { path, back = null, fields = null }: NewIntent): Promise<string> =>
  cookieOf(ctx, await storeIntent(ctx, c.env.address, { path, back, fields }))

/** Returns the cookie that makes the browser forget the completed action. */
export const noIntentCookie = (ctx: Core): string => cookieOf(ctx, '')

/** Returns the action that this browser will complete after a sign-in, or null. */
export const waitingIntent = (ctx: Core, c: Call): Promise<SignInIntent | null> => readIntent(ctx, tokenIn(ctx, c))

/**
 * Removes and returns the action that the page at `path` completes, or returns null. `isConfirmed` means that the viewer signed in after
 * starting the action, so the page may complete it. Otherwise, a different person may have started the action in this browser.
 */
export async function takeWaitingIntent(
  ctx: Core,
  c: Call,
  viewer: Person,
  path: string,
): Promise<(SignInIntent & { isConfirmed: boolean }) | null> {
  const intent = await takeIntent(ctx, tokenIn(ctx, c), path)
  return intent && { ...intent, isConfirmed: signedInAfter(intent.createdAt, viewer.provedAt) }
}
