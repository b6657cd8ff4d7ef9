import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { webhooks } from '@resale/sdk'
import { inTransaction } from '#platform/context/index.ts'
import { record } from '#platform/events/index.ts'
import { startApp } from '#test/app.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { recordEvent, MESSAGE } from '#test/webhooks.ts'
import { buildProgram, terminal, type Terminal } from './resale.ts'
import { until } from '#test/until.ts'

const app = await startApp({ after })
const program = await buildProgram({ after })
const POLL = ['--poll', '60']

type Test = Parameters<typeof terminal>[0]
const seated = async (t: Test) => {
  const ana = await app.signUp()
  return { ana, at: await terminal(t, program, { RESALE_URL: app.programsUrl, RESALE_KEY: ana.key }) }
}

/** Starts a long-running command, and waits until the output matches. */
async function going(at: Terminal, words: readonly string[], expected: RegExp) {
  const child = at.start(...words)
  let [stdout, stderr] = ['', '']
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  child.stdout!.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  const ready = new Promise<void>((resolve) =>
    child.stderr!.on('data', (bytes: Buffer) => {
      stderr += bytes.toString()
      if (expected.test(stderr)) resolve()
    }),
  )
  await Promise.race([ready, ended])
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

describe('the resale listen command', () => {
  test('resale listen forwards each event to a local program, signed like a webhook delivery', async (t) => {
    const { ana, at } = await seated(t)
    const receiver = await startReceiver(t)
    await recordEvent(app, ana.id)
    const listening = await going(at, ['listen', '--forward', receiver.url, '--count', '3', ...POLL], /signing secret/)
    const secret = /whsec_[0-9A-Za-z]{32}/.exec(listening.stderr())![0]
    for (let number = 0; number < 3; number++) await recordEvent(app, ana.id)
    assert.equal(await listening.ended, 0, listening.stderr())
    const deliveries = receiver.received
    assert.equal(deliveries.length, 3)
    for (const { body, headers } of deliveries) {
      const event = await webhooks.constructEvent(body, headers, secret)
      assert.deepEqual([headers['service-event'], headers['service-event-id'], headers['service-attempt']], [event.type, event.id, '1'])
      const signed = `${event.id}.${headers['webhook-timestamp']}.${body}`
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    }
    assert.deepEqual(listening.stdout().match(/^200 {3}question\.asked/gm)?.length, 3)
  })

  test('resale listen forwards an event that was written before the command started, but committed afterwards', async (t) => {
    const { ana, at } = await seated(t)
    const receiver = await startReceiver(t)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: written, resolve: isWritten } = Promise.withResolvers<string>()
    const slow = inTransaction(app.service.ctx, async (tx) => {
      isWritten(await record(tx, { accountId: ana.id, type: 'question.asked', object: MESSAGE }))
      await held
    })
    const early = await written
    const late = await recordEvent(app, ana.id)
    const listening = await going(at, ['--json', 'listen', '--forward', receiver.url, '--count', '2', ...POLL], /signing secret/)
    release()
    await slow
    assert.equal(await listening.ended, 0, listening.stderr())
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['service-event-id']),
      [early, late],
    )
  })

  test('resale listen resumes after a given event, filters events by type, and reports when the receiver is down', async (t) => {
    const { ana, at } = await seated(t)
    const receiver = await startReceiver(t)
    const [first, second] = [await recordEvent(app, ana.id), await recordEvent(app, ana.id)]
    const since = await at.resale('--json', 'listen', '--forward', receiver.url, '--since', first, '--count', '1', ...POLL)
    assert.equal(JSON.parse(since.stdout).event, second)
    const deaf = await at.resale(
      '--json',
      'listen',
      '--forward',
      'http://127.0.0.1:9',
      '--since',
      'start',
      '--events',
      'question.asked',
      '--count',
      '2',
      ...POLL,
    )
    assert.deepEqual(
      deaf.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).error),
      ['connection refused', 'connection refused'],
    )
    assert.equal((await at.resale('listen', '--forward', 'localhost:4000')).code, 2)
    assert.equal((await at.resale('listen', '--forward', receiver.url, '--since', 'evt_nothing')).code, 4)
  })

  test('resale listen uses one signing secret per machine', async (t) => {
    const { ana, at } = await seated(t)
    const receiver = await startReceiver(t)
    await recordEvent(app, ana.id)
    const secrets = []
    for (let run = 0; run < 2; run++) {
      const { stderr } = await at.resale('listen', '--forward', receiver.url, '--since', 'start', '--count', '1', ...POLL)
      secrets.push(/whsec_\w+/.exec(stderr)![0])
    }
    assert.equal(new Set(secrets).size, 1)
  })

  test('without a key, resale trigger sends a signed sample of every event type', async (t) => {
    const at = await terminal(t, program, { RESALE_URL: app.programsUrl })
    const receiver = await startReceiver(t)
    const { ana, at: own } = await seated(t)
    await recordEvent(app, ana.id)
    const { stderr } = await at.resale('trigger', 'order.nothing', '--forward', receiver.url)
    const types = /The types are: (.*)\./.exec(stderr)![1]!.split(', ')
    assert.equal(types.length, 9)
    for (const type of types) assert.equal((await at.resale('trigger', type, '--forward', receiver.url)).code, 0)
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['service-event']),
      types,
    )
    assert.equal((await own.resale('trigger', types[0]!, '--forward', 'http://127.0.0.1:9')).code, 1)
  })
})

test('resale tail prints events and requests as soon as they arrive, as text or JSON', async (t) => {
  const { ana, at } = await seated(t)
  const id = await recordEvent(app, ana.id)
  const events = await at.resale('tail', '--since', 'start', '--count', '1', ...POLL)
  assert.match(events.stdout, new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}question\\.asked +${id} {2}Bo: Is it still there\\?\n$`))
  assert.equal(JSON.parse((await at.resale('--json', 'tail', '--since', 'start', '--count', '1', ...POLL)).stdout).id, id)
  await app.call('GET', '/v1/shops', { key: ana.key })
  await app.call('GET', '/v1/listings/lst_nothing', { key: ana.key })
  const requests = await until('the requests', async () => {
    const { stdout } = await at.resale('tail', '--requests', '--count', '2', ...POLL)
    return stdout.includes('lst_nothing') && stdout
  })
  assert.match(requests, /200 {2}GET {5}\/v1\/shops[^]*404 {2}GET {5}\/v1\/listings\/lst_nothing .*not_found/)
  assert.doesNotMatch(requests, /\/v1\/(events|requests)/)
})
