import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, Failure } from './failures.ts'
import { renewed } from './oauth.ts'
import { readSettings, settingsFile, writeSettings, type Environment } from './settings.ts'

/** An access token is renewed if it expires within this time. */
const MARGIN_MS = 60_000
const LOCK_TRIES = 300
const LOCK_WAIT_MS = 100
/** Age at which a lock file counts as stale. No renewal takes this long, so the process that created the file must have died. */
const STALE_MS = 60_000

/**
 * Returns the access token of a browser sign-in, renewed before its expiry. A refresh token works only once; a second use ends the sign-in.
 * Therefore, a lock permits only one renewal at a time, and new tokens are stored before their first use.
 */
export async function freshToken(env: Environment): Promise<string> {
  const { grant } = await readSettings(env)
  if (!grant) throw new Failure('You are signed out. Sign in with: resale login', EXIT.signedOut)
  if (lasts(grant)) return grant.accessToken
  return alone(`${settingsFile(env)}.lock`, async () => {
    const settings = await readSettings(env)
    if (!settings.grant) throw new Failure('You are signed out. Sign in with: resale login', EXIT.signedOut)
    if (lasts(settings.grant)) return settings.grant.accessToken
    const next = await renewed(settings.grant)
    await writeSettings(env, { ...settings, grant: next })
    return next.accessToken
  })
}

const lasts = ({ expiresAt }: { expiresAt: string }): boolean => Date.parse(expiresAt) - Date.now() > MARGIN_MS

/** Runs `work` while it holds a lock file, so that only one of this user's processes runs `work` at a time. */
async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; !(await taken(file)); tries++) {
    if (tries === LOCK_TRIES)
      throw new Failure(`Another program has been renewing the sign-in for too long. If none is running, remove ${file}`)
    await sleep(LOCK_WAIT_MS)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function taken(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const held = await stat(file).catch(() => null)
    if (held && Date.now() - held.mtimeMs > STALE_MS) await rm(file, { force: true })
    return false
  }
}

/** Wraps `fetch` so that each request sends a valid token, even if a token expires during the run. */
export const withFreshToken =
  (env: Environment, fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await freshToken(env)}`)
    return fetch(input, { ...init, headers })
  }
