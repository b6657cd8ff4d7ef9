import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { dumpSchema } from '#platform/db/dump/index.ts'
import { migrate, MIGRATIONS, migrationState } from '#platform/db/migrate.ts'
import { SUPERSEDED } from '#platform/db/superseded.ts'
import { startApp } from '#test/app.ts'
import { emptyDatabase } from '#test/database.ts'
import { plantState, snapshot } from './plant.ts'
import { isKnown, pastStates } from './states.ts'

const SCHEMA = inAnyOrder(readFileSync(resolve(import.meta.dirname, '../../db/schema.sql'), 'utf8'))
const STATES = pastStates()
const NAMES = readdirSync(MIGRATIONS)
/** The short form takes every second one, and those with a file that has another name by now; the long form all. */
const TRIED =
  process.env['ATTACK'] === 'long'
    ? STATES
    : STATES.filter(({ isTag, texts }, index) => isTag || index % 2 === 1 || texts.some(({ name }) => !NAMES.includes(name)))

/** What a migration changes in rows that were there, on purpose. */
const CHANGED = ['offers.expires_at', 'stored_files.private']
/** Tables whose rows say what happened meanwhile, and not what was kept. */
const OF_THE_MOMENT = ['schema_migrations', 'market_changes', 'shown_changes']

describe('data of an earlier state of main', () => {
  test('twenty states and more are tried, and no migration that ever landed is unknown', () => {
    assert.ok(TRIED.length >= 20)
    const tried = new Set(TRIED.flatMap(({ texts }) => texts.map(({ sha256 }) => sha256)))
    assert.deepEqual(
      SUPERSEDED.filter(({ sha256 }) => !tried.has(sha256)).map(({ name, sha256 }) => `${name} ${sha256}`),
      [],
      'an old text is in none of them',
    )
    const strangers = STATES.flatMap(({ name, texts }) => texts.filter((text) => !isKnown(text)).map((text) => `${text.name} of ${name}`))
    assert.deepEqual(strangers, [], 'a migration that landed was changed: put it back and make a new one')
  })

  test('comes up with every row and the schema of today', async (t) => {
    const waiting = [...TRIED]
    const lane = async () => {
      for (let state = waiting.shift(); state; state = waiting.shift()) {
        const one = state
        await t.test(one.name, () => comesUp(one))
      }
    }
    await Promise.all([lane(), lane(), lane()])
  })

  test('is served: the oldest state and the one with the most old texts', async (t) => {
    for (const state of [STATES[0]!, STATES.find(({ texts }) => texts.length >= 13)!]) {
      const app = await startApp(t, {}, (client) => plantState(client, state))
      assert.equal((await app.call('GET', '/readyz')).status, 200, state.name)
      const { body } = await app.call('GET', '/v1/market/stores/ana')
      assert.deepEqual([body.name, body.owner], ['Shop of Ana', 'Ana'], state.name)
      await app.advance(3600)
    }
  })
})

async function comesUp(state: (typeof STATES)[number]): Promise<void> {
  const database = await emptyDatabase()
  const client = new Client(database.connection)
  await client.connect()
  try {
    await plantState(client, state)
    const before = await snapshot(client)
    await migrate(database.connection)
    assert.deepEqual((await migrationState(client)).pending, [])
    const after = await snapshot(client)
    for (const [table, rows] of before)
      if (!OF_THE_MOMENT.includes(table)) assert.deepEqual(lost(table, rows, after.get(table) ?? []), [], state.name)
    assert.equal(inAnyOrder((await dumpSchema(database.connection)).sql), SCHEMA, state.name)
  } finally {
    await client.end()
    await database.drop()
  }
}

type Row = Record<string, unknown>

/** Rows of before that are not there after, with what they held. */
function lost(table: string, before: readonly Row[], after: readonly Row[]): Row[] {
  const kept = Object.keys(after[0] ?? before[0] ?? {})
  const text = (row: Row) =>
    JSON.stringify(
      Object.keys(before[0]!)
        .filter((name) => kept.includes(name) && !CHANGED.includes(`${table}.${name}`))
        .map((name) => row[name]),
    )
  const there = new Set(after.map(text))
  return before.filter((row) => !there.has(text(row)))
}

/** Columns that came later stand last in their table, which means nothing. */
function inAnyOrder(schema: string): string {
  return schema.replaceAll(
    /(create table \w+ \(\n)([^]*?)(\n\)[^\n]*;)/g,
    (_, head: string, lines: string, tail: string) => head + lines.split(',\n').toSorted().join(',\n') + tail,
  )
}
