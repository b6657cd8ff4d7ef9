import type { Context, Tx } from '#platform/context/index.ts'
import { base62 } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { emailAccount } from '#messaging/notifications/index.ts'
import * as queries from './browsers/queries.ts'
import type { Met } from './browsers/queries.ts'
import type { SessionRow } from './queries.ts'
import { signedInFromNew } from './emails.ts'

/** What somebody signs in from: what it calls itself, the cookie by which it is known again, and the zone of its clock. */
export type Browser = { agent: string | null; device: string | null; zone?: string | null }

export const DEVICE_DAYS = 400
const MOST_BROWSERS = 20
/** Who opens an account signs in for the first time right after. */
const OPENING_MS = 3_600_000

/** Whether the account was signed in from this browser before. As long for an account that is not there. */
export const isKnownBrowser = async (ctx: Context, accountId: string | undefined, { device }: Browser): Promise<boolean> =>
  (await knownToken(ctx.db, accountId ?? '', tokensIn(device))) !== undefined

/**
 * Writes a session with the browser that it is in, and tells the owner by mail where that is a new one (completions 12). Gives
 * the value of the browser's cookie: a token for each account that signs in from it, the last first. An account takes only tokens
 * that it issued, so a browser or an attacker cannot choose one. Each is stored as a hash.
 */
export async function insertSession(tx: Tx, session: SessionRow, browser: Browser): Promise<string> {
  const { account_id: accountId } = session
  const sent = tokensIn(browser.device)
  const token = (await knownToken(tx.db, accountId, sent)) ?? base62(tx.randomBytes(64), TOKEN_CHARS)
  const hash = hashFor(accountId, token)
  const met = await queries.meet(tx.db, accountId, hash)
  if (!met.known) await tellOfNew(tx, accountId, met, browser.agent)
  await queries.insertSession(tx.db, session, hash, MOST_BROWSERS)
  return [token, ...sent.filter((one) => one !== token)].slice(0, MOST_TOKENS).join('.')
}

/** No browser is known any more: whoever signs in next is told of. */
export const forgetBrowsers = (tx: Tx, accountId: string): Promise<void> => queries.deleteBrowsers(tx.db, accountId)

export const deleteOldBrowsers = (ctx: Context): Promise<void> =>
  queries.deleteUnseen(ctx.db, new Date(ctx.now().getTime() - DEVICE_DAYS * 86_400_000))

async function tellOfNew(
  tx: Tx,
  accountId: string,
  { opened_at, knows_any, name, email, time_zone }: Met,
  agent: string | null,
): Promise<void> {
  const opening = tx.now().getTime() - opened_at.getTime() < OPENING_MS && !knows_any
  if (!opening && email) await emailAccount(tx, { accountId, name, recipient: email, zone: time_zone, ...signedInFromNew(tx, agent) })
}

const TOKEN_CHARS = 32
/** Accounts that one browser is known to at once. */
const MOST_TOKENS = 4

const tokensIn = (cookie: string | null): string[] =>
  (cookie ?? '')
    .slice(0, MOST_TOKENS * (TOKEN_CHARS + 1))
    .split('.')
    .filter((token) => /^[0-9A-Za-z]{32}$/.test(token))
    .slice(0, MOST_TOKENS)

/** Returns the token that the account issued; undefined where there is none. */
async function knownToken(db: Context['db'], accountId: string, tokens: readonly string[]): Promise<string | undefined> {
  if (tokens.length === 0) return undefined
  const hashes = tokens.map((token) => hashFor(accountId, token))
  const known = await queries.findKnown(db, accountId, hashes)
  return known && tokens[hashes.findIndex((hash) => hash.equals(known))]
}

const hashFor = (accountId: string, device: string): Buffer => sha256(`browser ${accountId} ${device}`)
