import type { EquivalentByFile } from './index.ts'

export const DEVELOPERS: EquivalentByFile = {
  'src/developers/webhooks/delivery/outcomes.ts': [
    {
      before: 'failing_since: failingSince?.toISOString() ?? null,',
      after: 'failing_since: (failingSince?.toISOString()),',
      reason: 'JSON omits an undefined field, and the statement reads a missing field as null.',
    },
    {
      before: '.filter(({ at }) => row.last_at === null || at >= row.last_at)',
      after: '.filter(({ at }) => (at >= row.last_at))',
      reason: 'Every time is later than null, which counts as 0; the check exists for the types alone.',
    },
    {
      before: 'const chance = ctx.config.testClock ? 0 : ctx.randomBytes(1)[0]! / 255',
      after: 'const chance = ctx.config.testClock ? 0 : ctx.randomBytes((1 + 1))[0]! / 255',
      reason: 'Only the first byte counts.',
    },
  ],
  'src/developers/webhooks/delivery/queries.ts': [
    {
      before: "where d.account_id = lane.account_id and d.status = 'waiting' and d.next_try_at <= ${now}",
      after: 'where d.account_id = lane.account_id and d.next_try_at <= ${now}',
      reason: 'Only a waiting delivery has a next attempt; the condition lets the query use the index.',
    },
    {
      before: "where d.account_id = w.account_id and d.status = 'waiting' and d.next_try_at <= ${now}",
      after: 'where d.account_id = w.account_id and d.next_try_at <= ${now}',
      reason: 'Only a waiting delivery has a next attempt; the condition lets the query use the index.',
    },
    {
      before: "select from webhook_deliveries d where d.account_id = w.account_id and d.status = 'waiting' and d.next_try_at <= ${now})",
      after: 'select from webhook_deliveries d where d.account_id = w.account_id and d.next_try_at <= ${now})',
      reason: 'Only a waiting delivery has a next attempt; the condition lets the query use the index.',
    },
    {
      before: ".set({ leased_until: null }) .where('status', '=', 'waiting')",
      after: '.set({ leased_until: null })',
      reason: 'Only a waiting delivery has a lease; the condition lets the statement use the index.',
    },
    {
      before: ".where('status', '=', 'waiting') .where('leased_until', 'is not', null)",
      after: ".where('status', '=', 'waiting')",
      reason: 'The condition only avoids writing rows that do not change.',
    },
    {
      before: "where status = 'waiting' and next_try_at <= ${now} and (leased_until is null or leased_until < now())`.execute(db)",
      after: 'where next_try_at <= ${now} and (leased_until is null or leased_until < now())`.execute(db)',
      reason: 'Only a waiting delivery has a next attempt; the condition lets the query use the index.',
    },
  ],
  'src/developers/webhooks/fan-out.ts': [
    {
      before: 'if (published.length === 0) return',
      after: 'if (false) return',
      reason: 'Without public events, the statement inserts nothing; the check only saves a query.',
    },
    {
      before: 'if (published.length === 0) return',
      after: 'if (published.length === (0 - 1)) return',
      reason: 'Without public events, the statement inserts nothing; the check only saves a query.',
    },
  ],
  'src/developers/webhooks/index.ts': [
    {
      before:
        'if (!before || !isSame(before, webhook)) await emailOwner(tx, accountId, webhookChanged(tx, actor, { before, now: webhook }))',
      after:
        'if (!before || !isSame(webhook, before)) await emailOwner(tx, accountId, webhookChanged(tx, actor, { before, now: webhook }))',
      reason: 'The comparison is symmetric.',
    },
  ],
  'src/developers/webhooks/log/queries.ts': [
    {
      before: 'and (d.attempts -> -1 ->> \'at\') collate "C" >= ${since.toISOString()} and t.at >= ${since}',
      after: 'and t.at >= ${since}',
      reason:
        'Apart from a race at an expired lease, the last attempt in the list is the latest; the condition only saves reading older deliveries.',
    },
    {
      before: "where account_id = ${of.accountId} and status = 'waiting' and next_try_at <= ${now}",
      after: 'where account_id = ${of.accountId} and next_try_at <= ${now}',
      reason: 'Only a waiting delivery has a next attempt; the condition lets the query use the index.',
    },
  ],
  'src/developers/webhooks/rules.ts': [
    {
      before: "return status >= 300 && status < 400 ? 'redirect' : `answered ${status}`",
      after: "return status >= (300 - 1) && status < 400 ? 'redirect' : `answered ${status}`",
      reason: 'The line before returns for 299.',
    },
  ],
}
