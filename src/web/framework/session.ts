import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import type { Browser } from '#identity/sessions/browsers.ts'
import { browserOf } from '#identity/sessions/cookie.ts'
import { authenticate } from '#identity/credentials/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { pathOfOurs, anonymousCaller, type Call } from './answer.ts'

/** Who looks at a page: by session cookie alone. A key in a header is for the API. */
export async function viewerOf(
  ctx: Context,
  c: Call,
  {
    writes = false,
    evenSuspended = false,
    origin = c.req.header('Origin'),
  }: { writes?: boolean; evenSuspended?: boolean; origin?: string | undefined } = {},
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
  if (viewer.testRole) c.set('testData', { role: viewer.testRole, token: formToken(viewer) })
  return viewer
}

/** Errors: 403 unless `token` was written for this session. */
export function requireToken(viewer: Person, token: string): void {
  if (!same(unmasked(token), secretOf(viewer))) throw fromElsewhere('form_token')
}

/**
 * What proves that a form was written for this session. It is made of the session's secret and does not tell it, and reads
 * differently in every form, so that the length of a packed page says nothing of it (decision 18).
 */
export function formToken(viewer: Person): string {
  const mask = randomBytes(TOKEN_BYTES)
  return Buffer.concat([mask, over(secretOf(viewer), mask)]).toString('base64url')
}

const TOKEN_BYTES = 24

/** Of the account that the session acts as: a form of test data is none of the market's, nor the other way round. */
const secretOf = ({ sessionToken = '', accountId, testRole }: Person): Buffer =>
  createHash('sha256')
    .update(`form ${sessionToken}${testRole ? ` ${accountId}` : ''}`)
    .digest()
    .subarray(0, TOKEN_BYTES)

/** What was under the mask; nothing where it is no token of ours. */
function unmasked(token: string): Buffer {
  const bytes = Buffer.from(token.slice(0, 4 * TOKEN_BYTES), 'base64url')
  return bytes.length === 2 * TOKEN_BYTES ? over(bytes.subarray(TOKEN_BYTES), bytes.subarray(0, TOKEN_BYTES)) : Buffer.alloc(0)
}

const over = (bytes: Buffer, mask: Buffer): Buffer => Buffer.from(bytes.map((byte, index) => byte ^ mask[index]!))

/** By their hashes: what was sent may have any length. */
const same = (one: Buffer, other: Buffer): boolean => timingSafeEqual(hash(one), hash(other))
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export const fromElsewhere = (code: 'origin' | 'form_token') =>
  new ApiError('permission', 'This form must be sent from our own page. Load it again and retry.', { code })

/** The browser that sends a form: what it calls itself, and the cookie by which it is known again. */
export const browserIn = (ctx: Context, c: Call): Browser =>
  browserOf(ctx, { cookie: c.req.header('Cookie'), userAgent: c.req.header('User-Agent') ?? null })

/** The same for a verb of the API that binds something to it. */
export const callerOf = (c: Call) => ({ cookie: c.req.header('Cookie') ?? '', userAgent: c.req.header('User-Agent') ?? null })

/** A path of our own to go back to after signing in; `/` for anything that could lead elsewhere. */
export const ownPath = (raw: string | undefined): string => (raw === undefined ? '/' : pathOfOurs(raw))
