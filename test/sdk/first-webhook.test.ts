import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'

const LIMIT_MS = 3 * 60_000
const LIMIT_LINES = 40

type Block = { language: string; text: string }

const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ language: language!, text: text! }))

test('the quick start leads from an empty folder to a program that verifies a webhook', { timeout: LIMIT_MS }, async (t) => {
  const app = await startApp(t)
  const folder = await mkdtemp(join(tmpdir(), 'resale-first-'))
  t.after(() => rm(folder, { recursive: true }))
  const run = promisify(execFile)
  const began = performance.now()

  // Replaces the base URL and port, because subdomains of `localhost` do not resolve everywhere and port 4000 may be in use.
  const page = ((await app.call('GET', '/docs.md')).body as string).replaceAll(app.url, app.programsUrl)
  const port = await freePort()
  const [start = '', receiverCode = ''] = page
    .replaceAll('localhost:4000', `localhost:${port}`)
    .replace('listen(4000)', `listen(${port})`)
    .split('## Receive events')
  const signUp = blocksOf(start).find(({ text }) => text.includes('/accounts'))!
  const [fetchSdk, program, go] = blocksOf(receiverCode)
  const lines = [signUp, fetchSdk!, program!, go!].flatMap(({ text }) => text.trim().split('\n')).length
  t.diagnostic(`${lines} lines`)
  assert.ok(lines < LIMIT_LINES, `${lines} lines`)
  assert.deepEqual([fetchSdk!.language, program!.language, go!.text], ['sh', 'js', 'node hooks.mjs\n'])

  const inFolder = { cwd: folder }
  const { stdout } = await run('bash', ['-e', '-c', signUp.text], inFolder)
  const key = JSON.parse(stdout).api_key.secret as string
  await run('bash', ['-e', '-c', fetchSdk!.text], inFolder)
  await writeFile(join(folder, 'hooks.mjs'), program!.text)
  assert.deepEqual((await readdir(folder)).toSorted(), ['hooks.mjs', 'resale.mjs'])

  const receive = async (env: Record<string, string> = {}): Promise<string> => {
    const child = spawn(process.execPath, ['hooks.mjs'], {
      ...inFolder,
      env: { PATH: process.env['PATH'], KEY: key, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    let output = ''
    for await (const bytes of child.stdout) {
      output += String(bytes)
      if (output.includes('the receiver answered')) break
    }
    child.kill()
    await exit
    return output
  }
  const first = await receive()
  t.diagnostic(`${Math.round(performance.now() - began)} ms`)
  const again = await receive()
  for (const output of [first, again])
    assert.match(output, /^store it: export WEBHOOK_SECRET=whsec_\w{32}\nverified: ping\nthe receiver answered 204\n$/)
  const [, secret] = /WEBHOOK_SECRET=(\w+)/.exec(again)!
  assert.equal(await receive({ WEBHOOK_SECRET: secret! }), 'verified: ping\nthe receiver answered 204\n')
})
