import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { buildProgram, terminal } from './resale.ts'
import { startLocalServer } from '#test/local-server.ts'

const app = await startApp({ after })
const program = await buildProgram({ after })
const url = app.programsUrl

describe('the resale command', () => {
  test('resale login reads a key from stdin, stores it in a file with mode 600, and never prints it', async (t) => {
    const { key, name = 'Nina' } = { ...(await app.signUp('Nina')) } as { key: string; name?: string }
    const at = await terminal(t, program, {})
    const login = await at.piped(`${key}\n`, 'login', '--url', url)
    assert.deepEqual([login.code, login.stdout], [0, `Signed in as ${name} at ${url}.\n`], login.stderr)
    const file = join(at.folder, 'config/settings.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal(JSON.parse(await readFile(file, 'utf8')).key, key)

    let output = login.stdout + login.stderr
    for (const words of [['whoami'], ['keys'], ['doctor'], ['--json', 'whoami'], ['--json', 'doctor'], ['listings']]) {
      const { code, stdout, stderr } = await at.resale(...words)
      assert.equal(code, 0, `${words.join(' ')}: ${stderr}`)
      output += stdout + stderr
    }
    assert.match(output, /Nina <nina\d+@example\.test>/)
    assert.ok(!output.includes(key.slice(4)), 'no output contains the key')

    await at.resale('logout')
    const out = await at.resale('whoami', '--url', url)
    assert.deepEqual([out.code, out.stderr], [3, `resale: Not signed in at ${url}. Sign in with: resale login\n`])
    await assert.rejects(stat(file), { code: 'ENOENT' })
  })

  test('resale sends a stored key only to the service for which it was stored', async (t) => {
    const { key } = await app.signUp()
    const at = await terminal(t, program, {})
    await at.piped(key, 'login', '--url', url)
    const requests: (string | undefined)[] = []
    const { url: there } = await startLocalServer(t, (request, response) => {
      requests.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')
    })
    assert.equal((await at.resale('whoami', '--url', there)).code, 3)
    await at.resale('doctor', '--url', there)
    assert.deepEqual(requests, [undefined])
  })

  test('the error message for a mistyped command names the help page', async (t) => {
    const at = await terminal(t, program, { RESALE_URL: url, RESALE_KEY: 'rsk_x' })
    const helpNamed = async (...words: string[]) =>
      /^Run (.*) for the commands and options\.$/m.exec((await at.resale(...words)).stderr)?.[1]
    assert.equal(await helpNamed('wohami'), 'resale --help')
    assert.equal(await helpNamed('whoami', '--loud'), 'resale whoami --help')
    assert.equal(await helpNamed('offers', 'counter', 'off_1', 'much'), 'resale offers counter --help')
    assert.equal(await helpNamed('listings', 'push'), 'resale listings push --help')
    assert.equal((await at.resale('listings', 'push', '--help')).code, 0)
  })

  test('the exit code of the resale program identifies the kind of error', async (t) => {
    const seller = await openSeller(app)
    const agent = await seller.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish'] })
    const { id } = await seller.list({ title: 'Lamp', price: 5 })
    const codes: Record<string, number> = {}
    const run = async (name: string, env: Record<string, string>, ...words: string[]) => {
      const { code, stderr } = await (await terminal(t, program, { RESALE_URL: url, ...env })).resale(...words)
      assert.ok(code === 0 || stderr.trim() !== '', `${name} gives a reason`)
      codes[name] = code
    }
    const key = { RESALE_KEY: seller.key }
    await run('good', key, 'whoami')
    await run('no such command', key, 'wohami')
    await run('an amount that is none', key, 'offers', 'counter', 'off_1', 'much')
    await run('an address that is none', { ...key, RESALE_URL: 'market' }, 'whoami')
    await run('no key', {}, 'whoami')
    await run('a bad key', { RESALE_KEY: 'rsk_bad' }, 'whoami')
    await run('refused', key, 'listings', 'publish', 'lst_nothing')
    await run('nobody there', { ...key, RESALE_URL: 'http://127.0.0.1:9' }, 'whoami')
    await run('waits for the owner', { RESALE_KEY: agent }, 'listings', 'publish', id)
    assert.deepEqual(codes, {
      good: 0,
      'no such command': 2,
      'an amount that is none': 2,
      'an address that is none': 2,
      'no key': 3,
      'a bad key': 3,
      refused: 4,
      'nobody there': 5,
      'waits for the owner': 6,
    })
  })

  test('resale doctor reports problems with this machine and its connection to the service', async (t) => {
    const { key } = await app.signUp()
    const at = await terminal(t, program, {})
    await at.piped(key, 'login', '--url', url)
    const good = await at.json('doctor')
    assert.deepEqual(
      good.map(({ check }: { check: string }) => check),
      ['settings', 'service', 'clock', 'key', 'shops', 'requests', 'helpers', 'webhook'],
    )
    await chmod(join(at.folder, 'config/settings.json'), 0o644)
    const { code, stdout } = await at.resale('doctor', '--url', 'http://127.0.0.1:9')
    assert.equal(code, 1)
    assert.match(stdout, /wrong\s+settings\s+.*chmod 600/)
    assert.match(stdout, /wrong\s+service\s+No response/)
  })

  test('resale open prints the URL, but opens no browser without a terminal', async (t) => {
    const seller = await openSeller(app)
    const { id, url: page, edit_url } = await seller.list({ title: 'Lamp', price: 5, publish: true })
    const draft = await seller.list({ title: 'Cup' })
    const at = await terminal(t, program, { RESALE_URL: url, RESALE_KEY: seller.key })
    const address = async (...words: string[]) => (await at.resale('open', ...words)).stdout.trim()
    assert.deepEqual([await address(id), await address(draft.id)], [page, draft.edit_url])
    assert.notEqual(page, edit_url)
    assert.deepEqual([await address(), await address('keys', '--print')], [`${url}/app`, `${url}/app/developers/keys`])
    assert.match(await address(seller.slug), new RegExp(`^http://${seller.slug}\\.`))
    assert.equal((await at.resale('open', 'no-such-shop')).code, 4)
  })

  test('resale completes commands in the shell, and its output has no colors without a terminal', async (t) => {
    const at = await terminal(t, program, { RESALE_URL: url })
    for (const shell of ['bash', 'zsh', 'fish']) assert.match((await at.resale('completion', shell)).stdout, /complete-words/)
    assert.equal((await at.resale('completion', 'sh')).code, 2)
    assert.match((await at.resale('complete-words', '--', 'listings')).stdout, /^push$/m)
    const typed = `resale() { '${process.execPath}' '${program}' "$@"; }; source <(resale completion bash)
      COMP_WORDS=(resale listings pu); COMP_CWORD=2; _resale; echo "\${COMPREPLY[*]}"`
    assert.equal((await promisify(execFile)('bash', ['-c', typed], { env: at.env })).stdout.trim(), 'push publish')

    const seller = await openSeller(app)
    await seller.list({ title: 'Lamp', price: 5 })
    const env = { ...at.env, RESALE_KEY: seller.key, TERM: 'xterm' }
    const command = `'${process.execPath}' '${program}' listings`
    const onTerminal = async (more: object) =>
      (await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env: { ...env, ...more } })).stdout
    const escapes = (text: string) => text.includes('\u001b[')
    assert.deepEqual([escapes(await onTerminal({})), escapes(await onTerminal({ NO_COLOR: '1' }))], [true, false])
    assert.equal(escapes((await promisify(execFile)('sh', ['-c', command], { env })).stdout), false)
  })
})
