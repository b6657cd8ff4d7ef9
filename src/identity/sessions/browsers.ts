import type { Context, Tx, Core } from '#platform/context/index.ts'
import { randomToken } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { emailAccount } from '#messaging/notifications/index.ts'
import * as queries from './browsers/queries.ts'
import type { Met } from './browsers/queries.ts'
import type { SessionRow } from './queries.ts'
import { signedInFromNew } from './emails.ts'

export type Browser = { agent: string | null; device: string | null; zone?: string | null }

export const DEVICE_DAYS = 400
/** Maximum number of known browsers per account. */
export const MOST_BROWSERS = 20
/** Period after sign-up, in milliseconds. If the account's first sign-in is within this period, no email about a new browser is sent. */
const OPENING_MS = 3_600_000

/** Returns true if this browser has signed in to the account before. Takes the same time if the account does not exist. */
export const isKnownBrowser = async (ctx: Core, accountId: string | undefined, { device }: Browser): Promise<boolean> =>
  (await knownToken(ctx.db, accountId ?? '', tokensIn(device))) !== undefined

/**
 * Inserts a session with its browser, and notifies the owner by email if the browser is new (spec: completions 12). Returns the cookie
 * value: one token for each account that has signed in from the browser, latest first. The service creates each token for one account and
 * stores only a hash of it, so neither browsers nor attackers can choose tokens. Moves paid guest orders with the account's verified email
 * address to the account.
 */
export async function insertSession(tx: Tx, session: SessionRow, browser: Browser): Promise<string> {
  const { account_id: accountId } = session
  const sent = tokensIn(browser.device)
  const token = (await knownToken(tx.db, accountId, sent)) ?? randomToken(tx, TOKEN_CHARS)
  const hash = hashFor(accountId, token)
  const met = await queries.meet(tx.db, accountId, hash)
  if (!met.known) await notifyOfNew(tx, accountId, met, browser.agent)
  await queries.insertSession(tx.db, session, hash, MOST_BROWSERS)
  if (met.has_guests) await tx.hooks.signedIn(tx, accountId)
  return [token, ...sent.filter((one) => one !== token)].slice(0, MOST_TOKENS).join('.')
}

/** Forgets all known browsers, so that the owner is notified of the next sign-in from any browser. */
export const forgetBrowsers = (tx: Tx, accountId: string): Promise<void> => queries.deleteBrowsers(tx.db, accountId)

export const deleteOldBrowsers = (ctx: Core): Promise<void> =>
  queries.deleteUnseen(ctx.db, new Date(ctx.now().getTime() - DEVICE_DAYS * 86_400_000))

async function notifyOfNew(
  tx: Tx,
  accountId: string,
  { opened_at, knows_any, name, email, time_zone }: Met,
  agent: string | null,
): Promise<void> {
  const opening = tx.now().getTime() - opened_at.getTime() < OPENING_MS && !knows_any
  if (!opening && email) await emailAccount(tx, { accountId, name, recipient: email, zone: time_zone, ...signedInFromNew(tx, agent) })
}

const TOKEN_CHARS = 32
/** Maximum number of accounts that one browser's cookie remembers. */
const MOST_TOKENS = 4

const tokensIn = (cookie: string | null): string[] =>
  (cookie ?? '')
    .slice(0, MOST_TOKENS * (TOKEN_CHARS + 1))
    .split('.')
    .filter((token) => /^[0-9A-Za-z]{32}$/.test(token))
    .slice(0, MOST_TOKENS)

async function knownToken(db: Context['db'], accountId: string, tokens: readonly string[]): Promise<string | undefined> {
  if (tokens.length === 0) return undefined
  const hashes = tokens.map((token) => hashFor(accountId, token))
  const known = await queries.findKnown(db, accountId, hashes)
  return known && tokens[hashes.findIndex((hash) => hash.equals(known))]
}

const hashFor = (accountId: string, device: string): Buffer => sha256(`browser ${accountId} ${device}`)
