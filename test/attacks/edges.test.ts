import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, describe, test } from 'node:test'
import { DatabaseAway } from '#platform/errors/database.ts'
import { databaseFailure } from '#platform/errors/database-away.ts'
import { kyselyOn, openPools } from '#platform/db/index.ts'
import { asApiError } from '#platform/http/failures.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { pathOfOurs } from '#web/framework/answer.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

describe('clients that disconnect while the service handles their request', () => {
  for (const [type, begun] of [
    ['application/json', '{"title":'],
    ['application/x-www-form-urlencoded', 'title=a'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nabc'],
  ] as const)
    test(`a disconnect while sending a body of type ${type.split(';')[0]} is not logged as a database failure or an error`, async (t) => {
      const { log } = app.service.ctx
      const logged: unknown[] = []
      for (const level of ['warn', 'error', 'fatal'] as const) t.mock.method(log, level, (...args: unknown[]) => void logged.push(args))
      const before = await unavailable()
      for (const [path, ...lines] of [
        ['/v1/listings', `Authorization: Bearer ${ana.key}`],
        ['/app/listings', `Cookie: ${ana.cookie}`, `Origin: ${app.url}`, 'Accept: text/html'],
      ]) {
        const socket = connect(app.port, '127.0.0.1').on('error', () => {})
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: resale.localhost:${app.port}\r\n${lines.join('\r\n')}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${begun}`,
        )
        await sleep(150)
        socket.resetAndDestroy()
      }
      await sleep(300)
      assert.deepEqual(logged, [])
      assert.equal(await unavailable(), before)
    })

  const unavailable = async (): Promise<number> =>
    (await app.call('GET', '/metrics')).body.split('\n').filter((line: string) => /status="5\d\d"/.test(line)).length

  test('a connection error counts as a lost database connection only if the database connection raised it', () => {
    const log = createLog('silent')
    const coded = (code: string) => Object.assign(new Error(code), { code })
    for (const code of ['ECONNRESET', 'EPIPE', 'ENOENT', '57P01', '23505'])
      assert.equal(asApiError(coded(code), log, 'req_1').type, 'server')
    assert.equal(asApiError(databaseFailure(coded('ECONNRESET')), log, 'req_1').type, 'unavailable')
  })

  test('a request that loses its database connection gets a 503 of the type unavailable', async () => {
    const pools = openPools({ host: '127.0.0.1', port: 9, user: 'nobody' })
    const lost = await kyselyOn(pools.requests)
      .selectFrom('shops')
      .selectAll()
      .execute()
      .catch((error: unknown) => error)
    assert.ok(lost instanceof DatabaseAway)
    assert.equal(asApiError(lost, createLog('silent'), 'req_1').status, 503)
    await pools.end()
  })
})

describe('the return path after sign-in', () => {
  const EVIL = ['/..//evil.com', '//evil.com', '/\\evil.com', 'https://evil.com', '/./..//evil.com/x', '/a/../..//evil.com', '/%2e%2e//evil.com', '/\t/evil.com', '/.//evil.com', 'evil.com', ''] // prettier-ignore
  test('sign-in never redirects to a different host, regardless of how the path is encoded', async () => {
    const { email, password } = await app.signUp('Bo')
    for (const path of EVIL) {
      const form = new URLSearchParams({ email, password, return: path }).toString()
      const { status, headers } = await app.call('POST', '/sign-in', { form, headers: { origin: app.url } })
      assert.equal(status, 303, path)
      assert.equal(new URL(headers['location']!, app.url).origin, app.url, `${path} leads to ${headers['location']}`)
    }
  })

  test('the return path after sign-in always resolves to a URL on the same origin', () => {
    for (const path of EVIL) assert.equal(new URL(pathOfOurs(path), app.url).origin, app.url, path)
    for (const path of ['/you', '/a/b?c=d&e=//f#g', '/caf%C3%A9', '/search?q=https://evil.com']) assert.equal(pathOfOurs(path), path)
  })
})
