import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { openInBrowser } from './browser.ts'
import { EXIT, Failure } from './failures.ts'
import { revoke, signInByBrowser } from './oauth.ts'
import { clientOf, signedIn, withoutKey, type Run, type SignedIn } from './run.ts'
import { forgetSettings, writeSettings } from './settings.ts'

export function accountCommands(program: Command): void {
  program
    .command('login')
    .description('sign in with your browser or a key; the credentials are stored in a file that only you can read')
    .option('--browser', 'sign in with your browser, even without a terminal; prints the address to open')
    .option('--key', 'sign in with a key that you type or pipe in')
    .action(withoutKey(login))
  program
    .command('logout')
    .description('end the browser sign-in, or remove the key from this machine; the key stays valid until you revoke it')
    .action(withoutKey(logout))
  program.command('whoami').description('show the account that you are signed in to').action(signedIn(whoami))
  program.command('keys').description('show the permissions of your key, and where to create and revoke keys').action(signedIn(keys))
}

/** URL of the app's page for API keys. Users create and revoke keys on this page, because an API key cannot be used for either. */
const keysPage = (baseUrl: string): string => `${new URL(baseUrl).origin}/app/developers/keys`

type How = { browser?: boolean; key?: boolean }

async function login(run: Run, { browser, key: byKey }: How): Promise<void> {
  if (browser || (process.stdin.isTTY && !byKey)) return loginByBrowser(run)
  const key = (await promptForKey(run)).trim()
  if (!/^(rsk|ral)_(test_)?\w+$/.test(key))
    throw new Failure('This is not a key. Keys begin with rsk_ or ral_, test keys with rsk_test_ or ral_test_.', EXIT.usage)
  const me = await clientOf(run, key).me.get()
  const { grant: _, ...remaining } = run.settings
  await writeSettings(run.env, { ...remaining, baseUrl: run.baseUrl, key })
  run.out.record({ name: me.name, email: me.email }, () => [`Signed in as ${me.name} at ${run.baseUrl}.`])
}

async function loginByBrowser(run: Run): Promise<void> {
  if (!URL.canParse(run.baseUrl)) throw new Failure(`${run.baseUrl} is not an address. Use one such as https://market.example`, EXIT.usage)
  const grant = await signInByBrowser(run.baseUrl, (url) => {
    run.out.note(`Approve the sign-in in your browser: ${url}`)
    if (process.stdout.isTTY) openInBrowser(url)
  })
  const { key: _, ...remaining } = run.settings
  const settings = { ...remaining, baseUrl: run.baseUrl, grant }
  await writeSettings(run.env, settings)
  const me = await clientOf({ ...run, settings }, grant.accessToken).me.get()
  run.out.record({ name: me.name, email: me.email }, () => [`Signed in as ${me.name} at ${run.baseUrl}.`])
}

async function logout({ env, out, settings }: Run): Promise<void> {
  // the local sign-out must succeed even if the service is unreachable
  if (settings.grant)
    await revoke(settings.grant).catch((error: Error) => out.note(`The sign-in could not be ended on the service: ${error.message}`))
  await forgetSettings(env)
  out.record({ signed_in: false }, () => ['Signed out.'])
}

/**
 * Reads the API key from a pipe or a hidden prompt. Does not accept the key as an argument, because other users of the machine could see
 * arguments.
 */
async function promptForKey({ baseUrl, out }: Run): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = ''
    for await (const bytes of process.stdin) text += String(bytes)
    return text
  }
  out.note(`Create a key at ${keysPage(baseUrl)}`)
  process.stderr.write('Key: ')
  const silent = new Writable({ write: (_bytes, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await line.question('')
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}

async function whoami({ resale, out, baseUrl }: SignedIn): Promise<void> {
  const { name, email, shops, usage } = await resale.me.get()
  const lines = () => [
    `${name} <${email}> at ${baseUrl}`,
    ...shops.map((shop) => `shop ${shop.slug}: ${shop.name}, ${shop.url}`),
    `${usage.requests} of ${usage.limit} requests this month`,
  ]
  out.record({ name, email, shops, usage }, lines)
}

async function keys({ resale, out, baseUrl }: SignedIn): Promise<void> {
  const { key } = await resale.me.get()
  const lines = () => [
    `The kind of this key is ${key.kind}. Its scopes: ${key.scopes.join(', ')}.`,
    key.ask_first.length === 0 ? 'It needs no approvals.' : `It needs approval for: ${key.ask_first.join(', ')}.`,
    ...(key.max_offer === null ? [] : [`It can commit at most $${key.max_offer} per action.`]),
    ...(key.max_day === null ? [] : [`It can commit at most $${key.max_day} in 24 hours.`]),
    `Create and revoke keys at ${keysPage(baseUrl)}. A key cannot do this.`,
  ]
  out.record(key, lines)
}
