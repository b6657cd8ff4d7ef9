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
    .description('sign in by your browser, or with a key; what comes of it is kept in a file of yours alone')
    .option('--browser', 'by your browser, also where this is no terminal; its address is said')
    .option('--key', 'with a key, which is asked for; one that comes from a pipe is read without a word')
    .action(withoutKey(login))
  program
    .command('logout')
    .description('end the sign-in by browser, or forget the key on this machine, which stays good until you revoke it')
    .action(withoutKey(logout))
  program.command('whoami').description('whose key this is').action(signedIn(whoami))
  program.command('keys').description('what this key may do, and where keys are made and revoked').action(signedIn(keys))
}

/** The app's page of API keys. A key cannot create or revoke keys, so people do it there. */
const keysPage = (baseUrl: string): string => `${new URL(baseUrl).origin}/app/developers/keys`

type How = { browser?: boolean; key?: boolean }

async function login(run: Run, { browser, key: byKey }: How): Promise<void> {
  if (browser || (process.stdin.isTTY && !byKey)) return loginByBrowser(run)
  const key = (await askForKey(run)).trim()
  if (!/^(rsk|ral)_(test_)?\w+$/.test(key))
    throw new Failure('That is no key: keys begin with rsk_ or ral_, test keys with rsk_test_ or ral_test_.', EXIT.usage)
  const me = await clientOf(run, key).me.get()
  const { grant: _, ...kept } = run.settings
  await writeSettings(run.env, { ...kept, baseUrl: run.baseUrl, key })
  run.out.record({ name: me.name, email: me.email }, () => [`Signed in as ${me.name} at ${run.baseUrl}.`])
}

/** Stores an OAuth grant instead of a key. */
async function loginByBrowser(run: Run): Promise<void> {
  if (!URL.canParse(run.baseUrl)) throw new Failure(`${run.baseUrl} is no address. It looks like https://market.example`, EXIT.usage)
  const grant = await signInByBrowser(run.baseUrl, (url) => {
    run.out.note(`Say yes in your browser: ${url}`)
    if (process.stdout.isTTY) openInBrowser(url)
  })
  const { key: _, ...kept } = run.settings
  const settings = { ...kept, baseUrl: run.baseUrl, grant }
  await writeSettings(run.env, settings)
  const me = await clientOf({ ...run, settings }, grant.accessToken).me.get()
  run.out.record({ name: me.name, email: me.email }, () => [`Signed in as ${me.name} at ${run.baseUrl}.`])
}

async function logout({ env, out, settings }: Run): Promise<void> {
  // an unreachable service must not prevent a local sign-out
  if (settings.grant)
    await revoke(settings.grant).catch((error: Error) => out.note(`The sign-in is not ended at the service: ${error.message}`))
  await forgetSettings(env)
  out.record({ signed_in: false }, () => ['Signed out.'])
}

/** Reads the key from a pipe or a hidden prompt. Never from an argument, which other users of the machine can read. */
async function askForKey({ baseUrl, out }: Run): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = ''
    for await (const bytes of process.stdin) text += String(bytes)
    return text
  }
  out.note(`Make a key at ${keysPage(baseUrl)}`)
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
    `This key is of kind ${key.kind}. It may: ${key.scopes.join(', ')}.`,
    key.ask_first.length === 0 ? 'It asks for nothing first.' : `It asks first for: ${key.ask_first.join(', ')}.`,
    ...(key.max_offer === null ? [] : [`It may commit $${key.max_offer} at once.`]),
    ...(key.max_day === null ? [] : [`It may commit $${key.max_day} a day.`]),
    `Keys are made and revoked at ${keysPage(baseUrl)}, by a person: no key can do it.`,
  ]
  out.record(key, lines)
}
