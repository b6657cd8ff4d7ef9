import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { EXIT, Failure } from './failures.ts'
import { clientOf, signedIn, withoutKey, type Run, type SignedIn } from './run.ts'
import { forgetSettings, writeSettings } from './settings.ts'

export function accountCommands(program: Command): void {
  program
    .command('login')
    .description('sign in with a key, which is asked for or read from a pipe; it is kept in a file of yours alone')
    .action(withoutKey(login))
  program.command('logout').description('forget the key on this machine; it stays good until you revoke it').action(withoutKey(logout))
  program.command('whoami').description('whose key this is').action(signedIn(whoami))
  program.command('keys').description('what this key may do, and where keys are made and revoked').action(signedIn(keys))
}

/** The app's page of keys: a key can never make or end a key, so people do it there. */
const keysPage = (baseUrl: string): string => `${new URL(baseUrl).origin}/app/developers/keys`

async function login(run: Run): Promise<void> {
  const key = (await askForKey(run)).trim()
  if (!/^(rsk|ral)_(test_)?\w+$/.test(key))
    throw new Failure('That is no key: keys begin with rsk_ or ral_, test keys with rsk_test_ or ral_test_.', EXIT.usage)
  const me = await clientOf(run, key).me.get()
  await writeSettings(run.env, { ...run.settings, baseUrl: run.baseUrl, key })
  run.out.record({ name: me.name, email: me.email }, () => [`Signed in as ${me.name} at ${run.baseUrl}.`])
}

async function logout({ env, out }: Run): Promise<void> {
  await forgetSettings(env)
  out.record({ signed_in: false }, () => ['Signed out.'])
}

/** From a pipe, or typed where nothing of it is shown. Never from an argument, which other people on the machine can read. */
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
