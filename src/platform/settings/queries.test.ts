import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as settings from './queries.ts'
import type { ChangedSettings } from './rules.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

const ALL: Required<ChangedSettings> = {
  name: 'Attic',
  letter: 'A',
  logo: [{ key: 'logo.webp' }],
  accent: '#fbe137',
  terms: 'https://example.com/terms',
  privacy: 'We store orders.',
  contact: 'help@example.com',
  feePercent: 7.25,
  fees: { Books: 1 },
  guestLimitCents: 0,
}
const NONE = Object.fromEntries(Object.keys(ALL).map((name) => [name, null]))
const write = (changed: ChangedSettings) => inTransaction(ctx, (tx) => settings.writeChanged(tx.db, changed, ctx.now()))
const lock = () => inTransaction(ctx, (tx) => settings.lockChanged(tx.db))

test('a write replaces all settings, and a setting that is omitted or null has no stored value', async () => {
  await write(ALL)
  assert.deepEqual([await settings.readChanged(db), await lock()], [ALL, ALL])
  for (const empty of [{}, NONE]) {
    await write(ALL)
    await write(empty)
    assert.deepEqual([await settings.readChanged(db), await lock()], [NONE, NONE])
    const { rows } = await sql`select logo is null as logo, fees is null as fees from operator_settings`.execute(db)
    assert.deepEqual(rows, [{ logo: true, fees: true }], 'SQL null, not JSON null')
  }
  const { name: _, ...others } = ALL
  await write(others)
  assert.deepEqual(await settings.readChanged(db), { ...ALL, name: null })
})
