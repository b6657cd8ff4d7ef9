import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { readMigrations } from '#platform/db/migration-files.ts'
import { effectsOf, isReadWhole, secondsFor, stopsEarlierRelease, wordOnEarlier, wordsOf } from '#platform/db/upgrade-plan.ts'

const said = (sql: string): string[] =>
  effectsOf(sql).map(({ table, does, waits, work, breaksEarlier }) =>
    [table, does, waits, work, ...(breaksEarlier ? ['breaks'] : [])].join(' | '),
  )

describe('the plan of an upgrade', () => {
  it('says what waits for each statement, and how much of the table it goes through', () => {
    assert.deepEqual(
      said(`
        alter table orders add column note text, add column kind text check (kind in ('a, b', 'c;')) default 'x';
        create index orders_note on orders (note);
        alter table orders add constraint a check (note <> '') not valid;
        alter table orders add constraint b check (note <> '');
        alter table orders validate constraint a;
        alter table listings alter column title set not null;
        update shops set name = 'drop table shops;' where true;`),
      [
        'orders | adds | all, for an instant | none',
        'orders | adds | all, for an instant | none',
        'orders | builds an index | writes | rewrites',
        'orders | adds | all, for an instant | none',
        'orders | adds a checked constraint | all | reads',
        'orders | validates a constraint | nothing | reads',
        'listings | refuses nulls | all | reads | breaks',
        'shops | changes rows | nothing | rewrites',
      ],
    )
  })

  it('says nothing of tables that the file itself makes, nor of functions', () => {
    const sql = `create table new (id int); create index on new (id); insert into new select 1;
      create function f() returns int language sql as $$ drop table orders; select 1 $$;`
    assert.deepEqual(said(sql), [])
  })

  it('names what an earlier release would miss', () => {
    for (const sql of [
      'alter table orders drop column note',
      'alter table orders rename to sales',
      'alter table orders add column note text not null',
      'drop table orders',
      'drop view sold',
      'drop function if exists total_of(order_id text)',
      'drop type kind',
      'alter table orders alter column note drop default',
    ])
      assert.ok(stopsEarlierRelease(sql), sql)
    for (const sql of [
      "alter table orders add column note text not null default ''",
      'alter table orders add note text, add constraint a check (note is not null) not valid',
      'alter table orders add column twice int not null generated always as (amount * 2) stored',
    ])
      assert.ok(!stopsEarlierRelease(sql), sql)
  })

  it('takes the word of a file on earlier releases before its statements, and keeps it out of what the file is for', () => {
    const sql = '-- Notes go.\n-- Earlier releases: go on.\nalter table orders drop column note'
    assert.ok(!stopsEarlierRelease(sql))
    assert.ok(stopsEarlierRelease('-- Earlier releases: stop.\ninsert into orders select 1'))
    assert.equal(wordsOf(sql), 'Notes go.')
  })

  it('knows whether earlier releases can go on beside every migration that was made since they are asked', () => {
    const files = readMigrations(MIGRATIONS).filter(({ name }) => name > '20261123080200_daily_counts_by_month.sql')
    const silent = files.filter(({ sql }) => wordOnEarlier(sql) === null && (!isReadWhole(sql) || stopsEarlierRelease(sql)))
    assert.deepEqual(
      silent.map(({ name }) => name),
      [],
      'say in a line of its own: "-- Earlier releases: go on." or "-- Earlier releases: stop."',
    )
  })

  it('calls by its first words what it does not know', () => {
    assert.deepEqual(said('do $$ begin end $$; vacuum full verbose orders now'), [
      " | runs “do '' …” | nothing | none",
      ' | runs “vacuum full verbose orders …” | nothing | none',
    ])
  })

  it('reckons with the size of the table', () => {
    const [built] = effectsOf('create index on orders (id)')
    assert.equal(secondsFor(built!, 1e9), 50)
    assert.equal(secondsFor(effectsOf('alter table orders add column a int')[0]!, 1e12), 0)
  })

  it('has words and a reading for every migration there is', () => {
    const files = readMigrations(MIGRATIONS)
    assert.ok(files.length > 30)
    for (const { name, sql } of files.filter(({ name: one }) => one > '20261122')) {
      assert.ok(wordsOf(sql).length > 20, name)
      for (const { table, does } of effectsOf(sql)) assert.ok(table === null || /^[a-z_.]+$/.test(table), `${name}: ${does} ${table}`)
    }
  })
})
