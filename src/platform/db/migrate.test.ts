import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { migrate, MigrationError } from '#platform/db/index.ts'
import { emptyDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { slack } from '#test/machine.ts'

describe('database migrations', () => {
  let database: TestDatabase
  let folder: string
  const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
  const refuses = (message: RegExp) =>
    assert.rejects(migrate(database.connection, { folder }), (error) => error instanceof MigrationError && message.test(error.message))

  const applied = async () =>
    (await database.pools.requests.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(({ name }) => name)

  beforeEach(async () => {
    database = await emptyDatabase()
    folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    file('0001_things.sql', 'create table things (id int primary key); insert into things values (1);')
    file('0002_names.sql', `alter table things add name text not null default 'x';`)
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await database.drop()
  })

  it('each database migration is applied once, in order', async () => {
    assert.deepEqual(await migrate(database.connection, { folder }), ['0001_things.sql', '0002_names.sql'])
    assert.deepEqual(await migrate(database.connection, { folder }), [])
    file('0003_more.sql', 'insert into things (id) values (2)')
    assert.deepEqual(await migrate(database.connection, { folder }), ['0003_more.sql'])
    const { rows } = await database.pools.requests.query('select id, name from things order by id')
    assert.deepEqual(rows, [
      { id: 1, name: 'x' },
      { id: 2, name: 'x' },
    ])
  })

  it('each migration is applied once even if several processes start together', async () => {
    file('0003_slow.sql', 'select pg_sleep(0.2); insert into things (id) values (3)')
    const each = await Promise.all([1, 2, 3, 4].map(() => migrate(database.connection, { folder })))
    assert.deepEqual(each.flat(), ['0001_things.sql', '0002_names.sql', '0003_slow.sql'])
  })

  it('a migration that fails is rolled back completely, and the error names the faulty line', async () => {
    file('0003_wrong.sql', 'insert into things (id) values (3);\nselect nonsense;')
    await refuses(/0003_wrong\.sql failed and was rolled back: column "nonsense" does not exist \(line 2\)/)
    const { rows } = await database.pools.requests.query('select id from things')
    assert.deepEqual(rows, [{ id: 1 }])
    assert.ok(!(await applied()).includes('0003_wrong.sql'))
  })

  /** Locks the table `things` like a read request. The returned function releases the lock. */
  const lockTable = async () => {
    const client = new Client(database.connection)
    await client.connect()
    await client.query('begin; select * from things')
    return async () => client.end()
  }
  const patience = { lockMs: 100, forMs: 10_000 }

  it('a migration waits only briefly for a table lock, does not block readers of the table, and retries', async () => {
    await migrate(database.connection, { folder })
    file('0003_longer.sql', 'alter table things add colour text')
    const letGo = await lockTable()
    const tries: number[] = []
    const log = { info: (fields: object) => void tries.push((fields as { tries?: number }).tries ?? 0) }
    const migrating = migrate(database.connection, { folder, patience, log })
    let longest = 0
    const until = performance.now() + 1_500
    while (performance.now() < until) {
      const began = performance.now()
      await database.pools.requests.query('select id from things')
      longest = Math.max(longest, performance.now() - began)
      await sleep(10)
    }
    await letGo()
    assert.deepEqual(await migrating, ['0003_longer.sql'])
    assert.ok(tries.length >= 3, `${tries.length} attempts`)
    assert.ok(longest < slack(1_000), `a reader waited ${Math.round(longest)} ms behind it`)
  })

  it('a migration fails with a lock timeout if a table stays locked', async () => {
    await migrate(database.connection, { folder })
    file('0003_longer.sql', 'alter table things add colour text')
    const letGo = await lockTable()
    await assert.rejects(
      migrate(database.connection, { folder, patience: { lockMs: 50, forMs: 300 } }),
      /0003_longer\.sql failed and was rolled back: canceling statement due to lock timeout/,
    )
    await letGo()
    assert.ok(!(await applied()).includes('0003_longer.sql'))
  })

  it('a migration that was rolled back to end a deadlock is retried', async () => {
    await migrate(database.connection, { folder })
    file(
      '0003_deadlock.sql',
      `do $$ begin
         if (select count(*) from things) = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       end $$;
       alter table things add colour text`,
    )
    const log = { info: () => void database.pools.requests.query('insert into things (id) values (2) on conflict do nothing') }
    assert.deepEqual(await migrate(database.connection, { folder, patience, log }), ['0003_deadlock.sql'])
  })

  it('migration stops if the file of an applied migration has changed', async () => {
    await migrate(database.connection, { folder })
    file('0001_things.sql', 'create table things (id bigint primary key)')
    await refuses(/0001_things\.sql was changed/)
  })

  it('migration ignores migrations of a newer release, and applies the missing migrations of this release', async () => {
    await migrate(database.connection, { folder })
    file('20261223100000_newer.sql', 'alter table things add colour text')
    await migrate(database.connection, { folder })
    rmSync(join(folder, '20261223100000_newer.sql'))
    file('20261223090000_own.sql', 'alter table things add size text')
    assert.deepEqual(await migrate(database.connection, { folder }), ['20261223090000_own.sql'])
    assert.deepEqual(await applied(), ['0001_things.sql', '0002_names.sql', '20261223090000_own.sql', '20261223100000_newer.sql'])
  })

  it('a migration that was merged late is applied, even before pending migrations with newer dates', async () => {
    file('20261122100000_new.sql', 'select 1')
    await migrate(database.connection, { folder })
    file('20261122110000_newer.sql', 'select 1')
    file('20261121090000_late.sql', 'select 1')
    assert.deepEqual(await migrate(database.connection, { folder }), ['20261121090000_late.sql', '20261122110000_newer.sql'])
    assert.deepEqual(await migrate(database.connection, { folder }), [])
  })

  it('migration files with a duplicate number or an invalid name are rejected', async () => {
    await migrate(database.connection, { folder })
    file('0001_b.sql', 'select 1')
    await refuses(/same number/)
    rmSync(join(folder, '0001_b.sql'))
    file('notes.txt', '')
    await refuses(/notes\.txt must be named YYYYMMDDHHMMSS_name\.sql/)
  })
})
