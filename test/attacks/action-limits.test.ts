import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { addPasskey } from '#test/factors.ts'

const app = await startApp({ after })
const strict = await startApp({ after }, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32' })

let from = 0
/** Simulates a request from a different network each time. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.${from >> 8}.${from++ % 256}` })
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)

async function times(count: number, one: (at: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let at = 0; at < count; at++) replies.push(await one(at))
  return replies
}

describe('hourly limits on account actions', () => {
  test('an account may change its password at most five times per hour', async () => {
    const ana = await app.signUp('Ana')
    let { password } = ana
    const replies = await times(6, async (at) => {
      const new_password = `quite another password ${at}`
      const reply = await app.call('PUT', '/v1/me/password', { cookie: ana.cookie, json: { password, new_password } })
      if (reply.status === 200) password = new_password
      return reply
    })
    assert.deepEqual(statuses(replies), [200, 200, 200, 200, 200, 429])
    assert.match(replies.at(-1)!.body.error.message, /at most five new passwords an hour/)
  })

  test('an account may create at most ten sets of recovery codes per hour', async () => {
    const ben = await strict.signUp('Ben')
    // only the first factor comes with recovery codes
    for (let passkeys = 0; passkeys < 2; passkeys++) await addPasskey(strict, ben, createAuthenticator(strict.url))
    const replies = await times(10, () => strict.call('POST', '/v1/recovery-codes', { cookie: ben.cookie, headers: elsewhere() }))
    assert.deepEqual(statuses(replies), [...Array.from({ length: 9 }, () => 201), 429])
    assert.match(replies.at(-1)!.body.error.message, /at most ten sets of recovery codes an hour/)
  })

  test('every attempt to confirm an authenticator app counts toward the hourly limit for recovery codes', async () => {
    const cleo = await strict.signUp('Cleo')
    await strict.call('POST', '/v1/totp', { cookie: cleo.cookie })
    const replies = await times(11, () =>
      strict.call('POST', '/v1/totp/confirm', { cookie: cleo.cookie, json: { code: '000000' }, headers: elsewhere() }),
    )
    assert.match(replies.at(-1)!.body.error.message, /at most ten sets of recovery codes an hour/)
  })

  test('an account may request at most three email address changes per hour, and rejected requests also count', async () => {
    const dan = await app.signUp('Dan')
    const taken = await app.signUp('Taken')
    const requestEmail = (email: string) => app.call('PUT', '/v1/me/email', { cookie: dan.cookie, json: { email, password: dan.password } })
    assert.equal((await requestEmail(taken.email)).status, 409)
    // only two more requests succeed, because an account may get three verification emails an hour and the sign-up has already sent one
    assert.deepEqual(statuses(await times(2, (at) => requestEmail(`dan.other${at}@example.test`))), [202, 202])
    assert.equal((await requestEmail(taken.email)).status, 429)
  })
})
