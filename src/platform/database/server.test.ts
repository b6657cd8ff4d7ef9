import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { openDatabase } from './index.ts'
import { checkServer } from './server.ts'

const log = { info() {}, warn() {}, error() {} }
const open = (url: string) => openDatabase({ url, dataDir: '/nowhere' }, log)

it('the server at DATABASE_URL is used and never stopped, and messages do not show its password', async () => {
  const test = await testDatabase()
  try {
    const database = await open(test.url)
    assert.equal(database.kind, 'server')
    assert.match(database.describe, /^PostgreSQL \d+\.\d+.* at .+:\d+\/test_\w+$/)
    await database.stop()
    assert.equal((await test.pools.requests.query('select 1')).rowCount, 1)
  } finally {
    await test.drop()
  }
})

it('a database server that is too old or does not use UTF-8 is rejected', () => {
  assert.throws(() => checkServer(140_012, '14.12', 'UTF8'), {
    code: 'unsupported_server',
    message: /points to PostgreSQL 14\.12; version 15 or newer/,
  })
  assert.throws(() => checkServer(150_004, '15.4', 'SQL_ASCII'), {
    code: 'unsupported_server',
    message: /in SQL_ASCII\. Create one with "encoding 'UTF8'"/,
  })
  checkServer(150_000, '15.0', 'UTF8')
})

it('a database connection error is reported without the password', async () => {
  await assert.rejects(open('postgres://ana:hunter2@127.0.0.1:1/shop'), (error: Error) => {
    assert.match(error.message, /^The server of DATABASE_URL \(127\.0\.0\.1:1\/shop\) cannot be used: .*ECONNREFUSED/)
    assert.doesNotMatch(error.message, /hunter2/)
    return true
  })
  await assert.rejects(open('host=127.0.0.1 dbname=shop'), { code: 'not_running', message: /is not an address like/ })
})
