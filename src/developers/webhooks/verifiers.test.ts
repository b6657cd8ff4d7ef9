import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp } from '#test/app.ts'
import { startReceiver, type Received } from '#test/fakes/receiver.ts'
import { recordEvent, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'

const EXAMPLES = fileURLToPath(new URL('../../../docs/examples/', import.meta.url))
type Case = { body: string; header: string; secret: string; now: number }

const { verify } = await import(`${EXAMPLES}verify.mjs`)
const inNode = (cases: readonly Case[]): boolean[] =>
  cases.map(({ body, header, secret, now }) => verify(Buffer.from(body, 'base64'), header, secret, now))

const PYTHON = `import base64, json, sys
sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
from verify import verify
print(json.dumps([verify(base64.b64decode(c["body"]), c["header"], c["secret"], c["now"]) for c in json.load(sys.stdin)]))`
const inPython = (cases: readonly Case[]): boolean[] =>
  JSON.parse(execFileSync('python3', ['-c', PYTHON, EXAMPLES], { input: JSON.stringify(cases), encoding: 'utf8' }))
const hasPython = spawnSync('python3', ['--version']).status === 0
const noPython = !hasPython && process.env['CI'] !== 'true' && 'python3 is not on this machine: apt-get install python3'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

for (const [language, run, skip] of [
  ['Node', inNode, false],
  ['Python', inPython, noPython],
] as const) {
  describe(`the published webhook verifier for ${language}`, { skip }, () => {
    let real: Case
    let request: Received
    const life = lifetime()
    before(async () => {
      const app = await startApp(life)
      const receiver = await startReceiver(life)
      const ana = await app.signUp()
      const secret = await subscribe(app, ana.key, receiver.url)
      await recordEvent(app, ana.id)
      request = (await receiver.until(1))[0]!
      real = {
        body: base64(request.body),
        header: request.headers['service-signature']!,
        secret,
        now: app.service.ctx.now().getTime() / 1000,
      }
    })

    test('the verifier accepts a signature only within 300 seconds of the timestamp', () => {
      const t = Number(/t=(\d+)/.exec(real.header)![1])
      assert.deepEqual(run([real, { ...real, now: t - 300 }, { ...real, now: t + 300 }]), [true, true, true])
      assert.deepEqual(
        run([
          { ...real, now: t - 301 },
          { ...real, now: t + 301 },
        ]),
        [false, false],
      )
    })

    test('the verifier accepts every test vector from the webhook documentation', () => {
      const vectors = JSON.parse(readFileSync(`${EXAMPLES}vectors.json`, 'utf8')) as {
        body: string
        header: string
        secret: string
        t: number
      }[]
      assert.ok(vectors.length >= 3)
      assert.ok(run(vectors.map(({ body, header, secret, t }) => ({ body: base64(body), header, secret, now: t }))).every(Boolean))
    })

    test('the verifier rejects a webhook after any of 1,000 different changes to its header, body or secret', () => {
      const cases = mutations(real)
      assert.ok(cases.length >= 1_000)
      const taken = run(cases).flatMap((good, index) => (good ? [cases[index]!] : []))
      assert.deepEqual(taken, [])
    })
  })
}

test('the webhook headers follow the Standard Webhooks specification', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const ana = await app.signUp()
  const secret = await subscribe(app, ana.key, receiver.url)
  await recordEvent(app, ana.id)
  const { headers, body } = (await receiver.until(1))[0]!
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  assert.equal(key.length, 24)
  assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  assert.equal(headers['webhook-id'], JSON.parse(body).id)
})

/** Returns copies of a signed request, each with one change. The verifier must reject every copy. */
function mutations(real: Case): Case[] {
  const bytes = Buffer.from(real.body, 'base64')
  const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(real.header)! as unknown as [string, string, string]
  const cases: Case[] = []
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of [1, 32, 128]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= bit
      cases.push({ ...real, body: changed.toString('base64') })
    }
    cases.push({ ...real, body: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]).toString('base64') })
  }
  for (const more of [' ', '\n', '\0', '}']) cases.push({ ...real, body: Buffer.concat([bytes, Buffer.from(more)]).toString('base64') })
  cases.push({ ...real, body: '' })
  for (let at = 0; at < real.header.length; at++) {
    for (const sign of ['0', 'f', 'A', ',', ' ', '٠']) {
      const header = real.header.slice(0, at) + sign + real.header.slice(at + 1)
      if (header !== real.header) cases.push({ ...real, header })
    }
    cases.push({ ...real, header: real.header.slice(0, at) + real.header.slice(at + 1) })
  }
  const headers = [
    '',
    't=,v1=',
    `v1=${v1}`,
    `t=${t}`,
    `v1=${v1},t=${t}`,
    `t=${t},v1=${v1.toUpperCase()}`,
    `t=${t},v1=${v1}0`,
    `t=${t},v0=${v1}`,
    `t=${t},v1=${v1}\n`,
    `t=${t},v1=${v1},v1=${v1}`,
    `t=-${t},v1=${v1}`,
    `t=${t}.0,v1=${v1}`,
    `t=0${t},v1=${v1}`,
    `t=1e9,v1=${v1}`,
    `t=NaN,v1=${v1}`,
    ` t=${t},v1=${v1}`,
    `t=${t};v1=${v1}`,
    `t=${t},v1=${Buffer.from(v1, 'hex').toString('base64')}`,
  ]
  for (const header of headers) cases.push({ ...real, header })
  for (let at = 6; at < real.secret.length; at++) {
    const secret = real.secret.slice(0, at) + (real.secret[at] === 'x' ? 'y' : 'x') + real.secret.slice(at + 1)
    cases.push({ ...real, secret })
  }
  cases.push({ ...real, secret: real.secret.slice(6) })
  return cases
}
