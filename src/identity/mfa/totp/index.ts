import { requireActiveCredential } from '#identity/credentials/index.ts'
import { Secret, TOTP } from 'otpauth'
import type { Person, Tx, Core } from '#platform/context/index.ts'
import { readTotpCode, SETUP_LIFE_MS, STEP_SECONDS, STEP_WINDOW } from '#identity/mfa/rules.ts'
import { markSecond } from '#identity/sessions/index.ts'
import { codesOff, codesOn } from '#identity/mfa/owner/emails.ts'
import { findOwner } from '#identity/mfa/owner/queries.ts'
import { codesForFirst, type NewCodes } from '#identity/mfa/recovery/index.ts'
import { lockOwner, emailMfaChange, tidyAfterRemoval } from '#identity/mfa/owner/index.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { AppRow } from './queries.ts'

const SECRET_BYTES = 20

/** Data for setting up an authenticator app: as text and as a QR code. It is shown only once. */
export type Setup = { secret: string; uri: string; expiresAt: Date }

/**
 * Creates a secret for an authenticator app. The app becomes a factor once the user has entered its first code. Errors: 409 if the account
 * already uses an authenticator app.
 */
export async function startTotp(tx: Tx, actor: Person): Promise<Setup> {
  const owner = await lockOwner(tx, actor.accountId)
  if ((await queries.findApp(tx.db, owner.id))?.confirmed_at) throw isOn()
  const secret = Buffer.from(tx.randomBytes(SECRET_BYTES))
  await queries.saveApp(tx.db, { account_id: owner.id, secret, created_at: tx.now() })
  return setupOf({ secret, created_at: tx.now() }, owner.email!)
}

/**
 * Returns the secret of a new authenticator app that no code has confirmed yet, or null. The page shows the secret again if the user enters
 * a wrong code.
 */
export async function waitingSetup(ctx: Core, actor: Person): Promise<Setup | null> {
  const [owner, app] = await Promise.all([findOwner(ctx.db, actor.accountId), queries.findApp(ctx.db, actor.accountId)])
  return owner && app && isWaiting(ctx, app) ? setupOf(app, owner.email!) : null
}

/**
 * Accepts the first code from an authenticator app. From then on, each sign-in requires a second step. For an account's first factor,
 * returns recovery codes, which are shown only once. Errors: 400 `code`; 409 if no secret awaits its first code, or if the account already
 * uses an authenticator app.
 */
export async function confirmTotp(tx: Tx, actor: Person, typed: string, codes: NewCodes | null): Promise<readonly string[] | null> {
  const owner = await lockOwner(tx, actor.accountId)
  await requireActiveCredential(tx, actor)
  const app = await queries.findApp(tx.db, owner.id)
  if (app?.confirmed_at) throw isOn()
  if (!app || !isWaiting(tx, app))
    throw conflict('No authenticator setup is waiting for a code. Start the setup first. It stays open for an hour.')
  const step = stepOf(tx, app, typed)
  if (step === null) throw invalid('code', 'code is not the app’s current code. Check your phone’s clock and try again.')
  await queries.confirmApp(tx.db, owner.id, step, tx.now())
  const first = await codesForFirst(tx, owner.id, codes)
  await markSecond(tx, actor.sessionToken!)
  await emailMfaChange(tx, owner, codesOn(tx))
  return first
}

/** Switches authenticator codes off. Sends an email unless the setup was never completed. Errors: 404 if there is no secret. */
export async function removeTotp(tx: Tx, actor: Person): Promise<void> {
  const owner = await lockOwner(tx, actor.accountId)
  if (!(await queries.findApp(tx.db, owner.id))) throw notFound('authenticator app')
  const wasOn = await queries.deleteApp(tx.db, owner.id)
  if (!wasOn) return
  await tidyAfterRemoval(tx, owner.id)
  await emailMfaChange(tx, owner, codesOff(tx))
}

/** Returns the account's authenticator app, or null if it has none. */
export async function readApp(ctx: Core, accountId: string): Promise<AppRow | null> {
  const app = await queries.findApp(ctx.db, accountId)
  return app?.confirmed_at ? app : null
}

/** Consumes an authenticator code. Returns false if the code is wrong, already used, or older than the last accepted code. */
export async function takeTotp(tx: Tx, accountId: string, typed: string): Promise<boolean> {
  const app = await readApp(tx, accountId)
  const step = app && stepOf(tx, app, typed)
  return step !== null && queries.takeStep(tx.db, accountId, step, tx.now())
}

/** Returns the 30-second period for which a code is valid, or null for an invalid code. */
function stepOf(ctx: Core, { secret }: Pick<AppRow, 'secret'>, typed: string): number | null {
  const token = readTotpCode(typed)
  const timestamp = ctx.now().getTime()
  const totp = totpOf(secret, '')
  const delta = token === null ? null : totp.validate({ token, timestamp, window: STEP_WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

function setupOf({ secret, created_at }: Pick<AppRow, 'secret' | 'created_at'>, email: string): Setup {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString(), expiresAt: new Date(created_at.getTime() + SETUP_LIFE_MS) }
}

const totpOf = (secret: Buffer, label: string): TOTP =>
  new TOTP({
    issuer: 'resale',
    label: label || 'account',
    period: STEP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

const isWaiting = (ctx: Core, { confirmed_at, created_at }: AppRow): boolean =>
  confirmed_at === null && created_at.getTime() > ctx.now().getTime() - SETUP_LIFE_MS

export const deleteExpiredSetups = (ctx: Core): Promise<void> =>
  queries.deleteWaitingApps(ctx.db, new Date(ctx.now().getTime() - SETUP_LIFE_MS))

const isOn = () => conflict('Authenticator codes are already on. Turn them off before you set up another app.')
