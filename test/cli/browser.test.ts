import assert from 'node:assert/strict'
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { atConsent, backOf, post } from '#test/oauth/browser.ts'
import { buildProgram, terminal, type Terminal } from './resale.ts'

const app = await startApp({ after })
const program = await buildProgram({ after })
const url = app.programsUrl

type Change = Parameters<typeof post>[4]

/** Signs in like a user: opens the printed URL, consents, and follows the redirect back to the program. */
async function signIn(at: Terminal, cookie: string, change: Change = {}, button = 'allow') {
  const child = at.start('login', '--browser', '--url', url)
  child.stdin!.end()
  let [output, failed] = ['', '']
  child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const page = await new Promise<string>((resolve) =>
    child.stderr!.on('data', (bytes: Buffer) => {
      failed += bytes.toString()
      const found = /Approve the sign-in in your browser: (\S+)/.exec(failed)?.[1]
      if (found) resolve(found)
    }),
  )
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  const { page: consent } = await atConsent(app, cookie, page)
  const back = backOf(await post(app, cookie, consent, button, change))
  assert.equal(back.hostname, '127.0.0.1')
  // The program ignores a redirect that has a wrong `state`.
  const wrong = new URL(back)
  wrong.searchParams.set('state', 'x')
  assert.equal((await fetch(wrong)).status, 404)
  const seen = await (await fetch(back)).text()
  return { code: await ended, output, failed, seen }
}

const settingsOf = async (at: Terminal) => JSON.parse(await readFile(join(at.folder, 'config/settings.json'), 'utf8'))
const writeSettings = (at: Terminal, settings: object) => writeFile(join(at.folder, 'config/settings.json'), JSON.stringify(settings))

describe('resale login with a browser', () => {
  test('browser sign-in requires one confirmation, stores tokens in a file with mode 600, and never prints the tokens', async (t) => {
    const ana = await openSeller(app, 'Ana')
    const at = await terminal(t, program, {})
    const done = await signIn(at, ana.cookie)
    assert.equal(done.code, 0, done.failed)
    assert.equal(done.output, `Signed in as Ana at ${url}.\n`)
    assert.match(done.seen, /Signed in/)
    const { grant, key } = await settingsOf(at)
    assert.equal(key, undefined)
    assert.equal((await stat(join(at.folder, 'config/settings.json'))).mode & 0o777, 0o600)
    for (const secret of [grant.accessToken, grant.refreshToken]) assert.ok(!(done.output + done.failed).includes(secret))
    assert.match((await at.resale('whoami')).stdout, /Ana </)
    const keys = (await ana.call('GET', '/v1/me', { key: grant.accessToken })).body.key
    assert.equal(keys.kind, 'agent')
    assert.equal((await at.resale('logout')).code, 0)
    assert.equal((await ana.call('GET', '/v1/me', { key: grant.accessToken })).status, 401, 'logout ends the access at the service')
    assert.equal((await at.resale('whoami', '--url', url)).code, 3)
  })

  test('concurrent commands refresh an expiring token only once, and report an ended sign-in', async (t) => {
    const ana = await openSeller(app, 'Ana')
    const at = await terminal(t, program, {})
    await signIn(at, ana.cookie)
    const before = await settingsOf(at)
    await writeSettings(at, { ...before, grant: { ...before.grant, expiresAt: new Date().toISOString() } })
    const all = await Promise.all(Array.from({ length: 4 }, () => at.resale('whoami')))
    assert.deepEqual(all.map(({ code }) => code), [0, 0, 0, 0], all.map(({ stderr }) => stderr).join('')) // prettier-ignore
    const { grant } = await settingsOf(at)
    assert.notEqual(grant.accessToken, before.grant.accessToken)
    assert.ok(Date.parse(grant.expiresAt) > Date.now() + 3_000_000)
    // The lock of a program that has died expires.
    const lock = join(at.folder, 'config/settings.json.lock')
    await writeFile(lock, '')
    await utimes(lock, new Date(0), new Date(0))
    await writeSettings(at, { ...before, grant: { ...grant, expiresAt: new Date().toISOString() } })
    assert.equal((await at.resale('whoami')).code, 0)
    // The second use of a refresh token ends the sign-in.
    await writeSettings(at, { ...before, grant: { ...before.grant, expiresAt: new Date().toISOString() } })
    const ended = await at.resale('whoami')
    assert.deepEqual([ended.code, ended.stderr], [3, 'resale: Your sign-in has ended. Sign in again with: resale login\n'])
  })

  test('resale login exits with an error and stores nothing when the user denies access', async (t) => {
    const ana = await openSeller(app, 'Ana')
    const at = await terminal(t, program, {})
    const done = await signIn(at, ana.cookie, {}, 'deny')
    assert.equal(done.code, 6)
    assert.match(done.failed, /resale: Not signed in/)
    await assert.rejects(stat(join(at.folder, 'config/settings.json')), { code: 'ENOENT' })
  })
})

describe('the resale mcp command', () => {
  for (const era of ['auto', 'legacy'] as const)
    test(`resale mcp relays messages between an assistant and the service (${era})`, async (t) => {
      const ana = await openSeller(app, 'Ana')
      const agent = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish'] })
      const at = await terminal(t, program, { RESALE_URL: url, RESALE_KEY: agent })
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env: at.env, stderr: 'ignore' }))
      t.after(() => client.close())
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'draft_listing'))
      const drafted = await client.callTool({ name: 'draft_listing', arguments: { title: 'Oak lamp', prompt: 'Oak lamp' } })
      const { status, result } = drafted.structuredContent as { status: string; result: { id: string } }
      assert.deepEqual([status, (await ana.call('GET', `/v1/listings/${result.id}`)).body.title], ['done', 'Oak lamp'])
      const held = await client.callTool({ name: 'price_and_publish', arguments: { listing: result.id, price: 5 } })
      assert.equal((held.structuredContent as { status: string }).status, 'waiting', 'the assistant cannot approve for its owner')
    })

  test('without a sign-in, resale mcp offers only market tools, and returns an error when the service is down', async (t) => {
    const at = await terminal(t, program, { RESALE_URL: url })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env: at.env, stderr: 'ignore' }))
    t.after(() => client.close())
    assert.ok((await client.listTools()).tools.every(({ name }) => name !== 'draft_listing'))
    const request = '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}\n'
    const away = await at.piped(request, 'mcp', '--url', 'http://127.0.0.1:9')
    assert.equal(away.code, 0)
    const answer = JSON.parse(away.stdout)
    assert.deepEqual([answer.id, typeof answer.error.message], [7, 'string'])
  })
})

describe('the backup and restore commands', () => {
  test('backup and restore run the service’s own scripts, and pass on their arguments and exit code', async (t) => {
    const at = await terminal(t, program, {})
    const service = join(at.folder, 'service')
    await mkdir(join(service, 'src'), { recursive: true })
    const say = (code: number) => `node -e "console.log(JSON.stringify(process.argv.slice(1)));process.exit(${code})" --`
    await writeFile(
      join(service, 'package.json'),
      JSON.stringify({ name: 'resale-marketplace', scripts: { backup: say(0), restore: say(4) } }),
    )
    const taken = await at.resale('backup', '--service', service, '--to', '/backups')
    assert.deepEqual([taken.code, JSON.parse(taken.stdout)], [0, ['--to', '/backups']], taken.stderr)
    const inside = await terminal(t, program, { RESALE_SERVICE: join(service, 'src') })
    const restored = await inside.resale('restore', '--rehearse')
    assert.deepEqual([restored.code, JSON.parse(restored.stdout)], [4, ['--rehearse']], restored.stderr)
  })

  test('without an installed service, resale backup explains where to run the command', async (t) => {
    const at = await terminal(t, program, {})
    const { code, stderr } = await at.resale('backup')
    assert.equal(code, 2)
    assert.match(stderr, /need access to the service’s machine; a key is not enough/)
  })
})
