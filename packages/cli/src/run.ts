import { createResale, type Resale } from '@resale/sdk'
import type { Command } from 'commander'
import { EXIT, Failure } from './failures.ts'
import { createOutput, type Output } from './output.ts'
import { readSettings, type Environment, type Settings } from './settings.ts'
import { withFreshToken } from './tokens.ts'

export type Run = { env: Environment; settings: Settings; out: Output; baseUrl: string }
export type SignedIn = Run & { resale: Resale }

export const DEFAULT_URL = 'http://localhost:3000'

/** Reads the settings, the environment and the output mode. A key or base URL in the environment overrides the stored value. */
export async function runOf(command: Command): Promise<Run> {
  // oxlint-disable-next-line node/no-process-env -- a command-line program is configured by its environment
  const env = process.env
  const settings = await readSettings(env)
  const { json = false, url } = command.optsWithGlobals<{ json?: boolean; url?: string }>()
  return { env, settings, out: createOutput(json), baseUrl: url ?? env['RESALE_URL'] ?? settings.baseUrl ?? DEFAULT_URL }
}

/**
 * Returns the API key for this service, or undefined if there is none. The stored key is never sent to a different service that `--url`
 * names.
 */
export function keyOf({ env, settings, baseUrl }: Run): string | undefined {
  if (env['RESALE_KEY']) return env['RESALE_KEY']
  return originOf(baseUrl) === originOf(settings.baseUrl ?? DEFAULT_URL) ? (settings.key ?? settings.grant?.accessToken) : undefined
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

export function clientOf(run: Run, key: string | undefined = keyOf(run), fetch: typeof globalThis.fetch = globalThis.fetch): Resale {
  if (!URL.canParse(run.baseUrl)) throw new Failure(`${run.baseUrl} is not an address. Use one such as https://market.example`, EXIT.usage)
  return createResale({ baseUrl: run.baseUrl, fetch: fetchOf(run, key, fetch), ...(key ? { key } : {}) })
}

/**
 * Returns the `fetch` function for this run. If the user signed in with the browser, the function adds a valid access token to each
 * request.
 */
export function fetchOf({ env, settings }: Run, key: string | undefined, fetch = globalThis.fetch): typeof globalThis.fetch {
  return key !== undefined && key === settings.grant?.accessToken ? withFreshToken(env, fetch) : fetch
}

/** Wraps a command that needs a key. Commander passes the command itself as the last argument. */
export const signedIn =
  (work: (run: SignedIn, ...given: never[]) => Promise<unknown>) =>
  async (...given: unknown[]): Promise<void> => {
    const run = await runOf(given.at(-1) as Command)
    const key = keyOf(run)
    if (!key) throw new Failure(`Not signed in at ${run.baseUrl}. Sign in with: resale login`, EXIT.signedOut)
    await work({ ...run, resale: clientOf(run, key) }, ...(given as never[]))
  }

export const withoutKey =
  (work: (run: Run, ...given: never[]) => Promise<unknown>) =>
  async (...given: unknown[]): Promise<void> => {
    await work(await runOf(given.at(-1) as Command), ...(given as never[]))
  }

/** Returns at most the first `most` records of a list. */
export async function take<Item>(list: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const found: Item[] = []
  if (most <= 0) return found
  for await (const one of list) if (found.push(one) >= most) break
  return found
}
