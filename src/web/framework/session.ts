import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Anonymous, Context, Person, Core } from '#platform/context/index.ts'
import type { Browser } from '#identity/sessions/index.ts'
import { browserOf } from '#identity/sessions/cookie/index.ts'
import { authenticate } from '#identity/credentials/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { pathOfOurs, anonymousCaller, type Call } from './answer.ts'

/** Guests who may use a page: all guests, or only those for whom the function returns true. */
export type Guests = true | ((ctx: Context, c: Call, guest: Person) => Promise<boolean>)

/**
 * Returns the viewer of a page. Reads only the session cookie, because an API key in a header does not apply to pages. A guest counts as
 * anonymous, except on pages that allow guests.
 */
export async function viewerOf(
  ctx: Context,
  c: Call,
  {
    writes = false,
    evenSuspended = false,
    origin = c.req.header('Origin'),
    guests,
  }: { writes?: boolean; evenSuspended?: boolean; origin?: string | undefined; guests?: Guests | undefined } = {},
): Promise<Anonymous | Person> {
  const viewer = await authenticate(ctx, {
    authorization: undefined,
    cookie: c.req.header('Cookie'),
    origin,
    writes,
    evenSuspended,
    address: c.env.address,
  })
  if (viewer.kind === 'anonymous') return anonymousCaller(c)
  if (viewer.guest && !(guests === true || (await guests?.(ctx, c, viewer)))) return anonymousCaller(c)
  if (viewer.testRole) c.set('testData', { role: viewer.testRole, token: formToken(viewer) })
  return viewer
}

/** Requires that the form token belongs to this session. Errors: 403. */
export function requireToken(viewer: Person, token: string): void {
  if (!same(unmasked(token), secretOf(viewer))) throw fromElsewhere('form_token')
}

/**
 * Returns this session's CSRF token, which is derived from the session's secret but does not reveal it. Each form masks the token
 * differently, so that a page's compressed length does not reveal it either (decision 18).
 */
export function formToken(viewer: Person): string {
  const mask = randomBytes(TOKEN_BYTES)
  return Buffer.concat([mask, over(secretOf(viewer), mask)]).toString('base64url')
}

const TOKEN_BYTES = 24

/**
 * Returns the secret for form tokens. The secret includes the account in test mode, so that live forms reject test tokens, and vice versa.
 */
const secretOf = ({ sessionToken = '', accountId, testRole }: Person): Buffer =>
  createHash('sha256')
    .update(`form ${sessionToken}${testRole ? ` ${accountId}` : ''}`)
    .digest()
    .subarray(0, TOKEN_BYTES)

/** Removes the mask from a form token. Returns an empty buffer for a malformed token. */
function unmasked(token: string): Buffer {
  const bytes = Buffer.from(token.slice(0, 4 * TOKEN_BYTES), 'base64url')
  return bytes.length === 2 * TOKEN_BYTES ? over(bytes.subarray(TOKEN_BYTES), bytes.subarray(0, TOKEN_BYTES)) : Buffer.alloc(0)
}

const over = (bytes: Buffer, mask: Buffer): Buffer => Buffer.from(bytes.map((byte, index) => byte ^ mask[index]!))

/** Compares two buffers in constant time. Compares hashes of the buffers, because `timingSafeEqual` requires inputs of equal length. */
const same = (one: Buffer, other: Buffer): boolean => timingSafeEqual(hash(one), hash(other))
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export const fromElsewhere = (code: 'origin' | 'form_token') =>
  new ApiError('permission', 'This form must be sent from our own page. Reload the page and try again.', { code })

/** Returns the browser that sent a form: its user agent and its recognition cookie. */
export const browserIn = (ctx: Core, c: Call): Browser =>
  browserOf(ctx, { cookie: c.req.header('Cookie'), userAgent: c.req.header('User-Agent') ?? null })

/** Returns the browser's cookie and user agent for API actions that use them. */
export const callerOf = (c: Call) => ({ cookie: c.req.header('Cookie') ?? '', userAgent: c.req.header('User-Agent') ?? null })

/** Returns the local path to return to after a sign-in, or `/` if the path could lead to a different host. */
export const ownPath = (raw: string | undefined): string => (raw === undefined ? '/' : pathOfOurs(raw))
