import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { createWeb } from '#test/tour/web.ts'
import { tour } from '#test/tour/tour.ts'
import { until } from '#test/until.ts'
import { freePort } from '#test/free-port.ts'
import { startLocalServer } from '#test/local-server.ts'

const ROOT = new URL('..', import.meta.url)

/** Expected event types, in order, for three sales (two of them with problems) and a late question. */
const EXPECTED = [
  ...['question.asked', 'offer.received', 'offer.updated', 'listing.sold', 'order.completed', 'payout.sent', 'review.created'],
  ...['listing.sold', 'order.problem', 'order.completed', 'order.refunded', 'payout.sent'],
  ...['listing.sold', 'order.refunded'],
  ...['question.asked', 'question.asked', 'question.asked'],
  'ping',
]

test('the tour completes whole sales through the API, and each signed webhook event arrives exactly once and in order', async (t) => {
  const app = await startApp(t)
  const lines: string[] = []
  const { deliveries, shop } = await tour({ site: app.programsUrl, print: (line) => lines.push(line) })
  assert.deepEqual(
    deliveries.map(({ type }) => type),
    EXPECTED,
  )
  assert.ok(deliveries.every(({ signed }) => signed))
  const types = new Set(EXPECTED)
  assert.equal(types.size, 10, 'all nine event types and the ping')
  const repeated = deliveries.filter(({ attempt }) => attempt > 1)
  assert.equal(new Set(repeated.map(({ id }) => id)).size, 1)
  assert.equal(new Set(deliveries.map(({ id }) => id)).size, deliveries.length - repeated.length)

  const text = lines.join('\n')
  for (const address of [`http://${shop}.resale.localhost:${app.port}`, `${app.url}/dev/mail`, `${app.url}/you/orders/ord_`])
    assert.ok(text.includes(address), address)
  assert.ok(
    lines.every((line) => line.length <= 200),
    'no line is longer than 200 characters',
  )
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
})

test('the tour stops when it receives the first invalid signature', async (t) => {
  const app = await startApp(t)
  // Treats the signatures of all events of one type as forged.
  const check = (body: string) => !body.includes('"type":"offer.updated"')
  await assert.rejects(tour({ site: app.programsUrl, print: () => {}, check }), /the signature of offer\.updated evt_\w+ is wrong/)
})

test('npm run tour starts a service if none is running, and exits with code 0 when the tour ends', async () => {
  const { stdout } = await run(await unusedAddress())
  assert.match(stdout, /so the tour starts one with an empty market at (http:\/\/localhost:\d+)/)
  assert.match(stdout, /Every step had the expected result\.\nThe service of this tour has stopped[^\n]+ npm run tour -- --keep\n$/)
  await assert.rejects(fetch(ownOf(stdout)), 'and stops it')
})

test('npm run tour -- --keep leaves its service running, and prints how to stop that service', async () => {
  const { stdout } = await run(await unusedAddress(), '--keep')
  const [, site, dataDir, pid] = /You can look around at (\S+), with the data in (\S+)\. Stop it with: kill (\d+)\n$/.exec(stdout)!
  const web = createWeb(ownOf(stdout))
  try {
    assert.match(await web.page(`${site}/sign-in`), /Sign in/)
    const [, shop] = /open → (http:\/\/fern-thread-\w+\.\S+)\n/.exec(stdout)!
    assert.match(await web.page(shop!), /Fern &amp; Thread/)
  } finally {
    process.kill(Number(pid), 'SIGTERM')
    await until('the end of the process', () => isGone(Number(pid)))
    await rm(dataDir!, { recursive: true, force: true })
  }
  await assert.rejects(fetch(ownOf(stdout)), 'and that stops it')
})

test('npm run tour stops its service if its output is closed', async () => {
  const child = spawn(process.execPath, ARGUMENTS, {
    cwd: ROOT,
    env: { ...process.env, PUBLIC_URL: await unusedAddress() },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  for await (const bytes of child.stdout) {
    output += String(bytes)
    // Reads only the first line of the output, as `head -1` does.
    if (output.includes('\n')) break
  }
  child.stdout.destroy()
  await once(child, 'exit')
  await until('the end of the service', () =>
    fetch(ownOf(output)).then(
      () => false,
      () => true,
    ),
  )
})

test('after an unexpected response, npm run tour prints that response and exits with code 1', async (t) => {
  const liar = await startLocalServer(t, (_request, response) => response.end('{"now":"2026-11-21T12:00:00.000Z"}'))
  await assert.rejects(run(liar.url), (error: { code: number; stderr: string }) => {
    assert.match(error.stderr, /Unexpected result: /)
    return error.code === 1
  })
})

const ARGUMENTS = ['--import', './bin/tsx.js', 'bin/tour.ts']

const run = (site: string, ...flags: string[]) =>
  promisify(execFile)(process.execPath, [...ARGUMENTS, ...flags], { cwd: ROOT, env: { ...process.env, PUBLIC_URL: site } })

const unusedAddress = async (): Promise<string> => `http://localhost:${await freePort()}`

const ownOf = (stdout: string): string => /empty market at (http:\/\/\S+)\.\n/.exec(stdout)![1]!

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}
