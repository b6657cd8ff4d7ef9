import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MAX_QUESTIONS } from '#catalog/questions/rules.ts'
import { MAX_SEARCHES } from '#catalog/saved-searches/index.ts'
import { MAX_MESSAGES } from '#helpers/listing-agent/index.ts'
import { MAX_RUNS } from '#helpers/research/start.ts'
import { MAX_PASSKEYS, RECOVERY_CODES } from '#identity/mfa/rules.ts'
import { MOST_BROWSERS as MOST_WITH_PUSH } from '#identity/push/index.ts'
import { MOST_ADDRESSES } from '#identity/quotas/index.ts'
import { MOST_BROWSERS } from '#identity/sessions/browsers.ts'
import { MOST_REPLIES } from '#messaging/replies/rules.ts'
import { ageOf, RETENTION } from './rules.ts'

test('retention rules return the age limit of a table, and throw if the table has none', () => {
  assert.ok(ageOf('events') > 0)
  for (const table of ['passkeys', 'orders', 'no_table']) assert.throws(() => ageOf(table), /no age limit/)
})

test('the limit on the number of rows per record is the limit that the module enforces, or one row for each primary key', () => {
  const schema = readFileSync('db/schema.sql', 'utf8')
  const isKey = (table: string, column: string) => schema.includes(`constraint ${table}_pkey PRIMARY KEY (${column})`)
  const counted = Object.entries(RETENTION).flatMap(([table, { ends }]) => (ends.by === 'count' ? [{ table, ...ends }] : []))
  const [one, several] = [true, false].map((is) => counted.filter(({ table, column }) => isKey(table, column) === is))
  assert.ok(one!.length > 0)
  for (const { table, most } of one!) assert.equal(most, 1, table)
  assert.deepEqual(Object.fromEntries(several!.map(({ table, most }) => [table, most])), {
    addresses: MOST_ADDRESSES,
    known_browsers: MOST_BROWSERS,
    listing_chats: MAX_MESSAGES,
    listing_questions: MAX_QUESTIONS,
    passkeys: MAX_PASSKEYS,
    push_subscriptions: MOST_WITH_PUSH,
    recovery_codes: RECOVERY_CODES,
    research_runs: MAX_RUNS,
    saved_replies: MOST_REPLIES,
    saved_searches: MAX_SEARCHES,
  })
})
