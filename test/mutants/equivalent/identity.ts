import type { EquivalentByFile } from './index.ts'

export const IDENTITY: EquivalentByFile = {
  'src/identity/accounts/close.ts': [
    {
      before: "const slug = `closed-${tx.newId('shp').slice(-20)}`",
      after: "const slug = `closed-${tx.newId('shp').slice(-(20 - 1))}`",
      reason: 'Any unique suffix serves.',
    },
  ],
  'src/identity/accounts/rules.ts': [
    {
      before: "const theirs = inTheirs || ABOUT.some((key) => typeof record[key] === 'string' && person.bought.has(record[key]))",
      after: 'const theirs = inTheirs || ABOUT.some((key) => (person.bought.has(record[key])))',
      reason: 'The set contains only texts; the check exists for the types alone.',
    },
    {
      before: "const slug = typeof record['slug'] === 'string' ? person.slugs.get(record['slug']) : undefined",
      after: "const slug = (person.slugs.get(record['slug']))",
      reason: 'The map contains only texts; the check exists for the types alone.',
    },
  ],
  'src/identity/addresses/index.ts': [
    {
      before: '...(isDefault === undefined ? {} : { is_default: isDefault }),',
      after: '...(({ is_default: isDefault })),',
      reason: 'Kysely ignores a column whose value is undefined.',
    },
  ],
  'src/identity/addresses/queries.ts': [
    {
      before: ".where('account_id', '=', accountId) .where('is_default', '=', true)",
      after: ".where('account_id', '=', accountId)",
      reason: 'The condition only avoids writing rows that do not change.',
    },
  ],
  'src/identity/credentials/index.ts': [
    {
      before: 'if (testId === null || testName === null)',
      after: 'if ((testId === null))',
      reason: 'The id and the name come from the same joined row; the check of the name exists for the types alone.',
    },
    {
      before: 'if (testId === null || testName === null)',
      after: 'if ((testName === null))',
      reason: 'The id and the name come from the same joined row; the check of the id exists for the types alone.',
    },
  ],
  'src/identity/credentials/queries.ts': [
    {
      before: ".select('reason') .where('kind', '=', 'account')",
      after: ".select('reason')",
      reason: 'Only moderation actions against an account have the id of an account; the condition lets the query use the index.',
    },
  ],
  'src/identity/email-links/email-verification.ts': [
    {
      before: "if (caller.kind === 'session' && payerOf(caller) === means.accountId) return true",
      after: 'if ((payerOf(caller) === means.accountId)) return true',
      reason: 'Every other caller of a link is anonymous and has no account; the check exists for the types alone.',
    },
  ],
  'src/identity/email-links/passwords.ts': [
    {
      before: 'if (!person?.email || person.email !== email) throw goneLink()',
      after: 'if ((person.email !== email)) throw goneLink()',
      reason: 'The account of a link always exists, and an account without an address has not the address of the link.',
    },
    {
      before:
        "const stays = caller.kind === 'session' && payerOf(caller) === person.id ? await renewProof(tx, caller.sessionToken!) : null",
      after: 'const stays = (payerOf(caller) === person.id) ? await renewProof(tx, caller.sessionToken!) : null',
      reason: 'Every other caller of a link is anonymous and has no account; the check exists for the types alone.',
    },
  ],
  'src/identity/oauth-apps/index.ts': [
    {
      before: "if (!(error instanceof ApiError) || error.type !== 'not_found') throw error",
      after: 'if ((!(error instanceof ApiError))) throw error',
      reason: 'The only ApiError of revoking a key is `not_found`; the check exists in case another is added.',
    },
    {
      before: 'const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)',
      after: 'const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(other, one)',
      reason: 'The comparison is symmetric.',
    },
  ],
  'src/identity/sessions/browsers.ts': [
    {
      before: 'if (tokens.length === 0) return undefined',
      after: 'if (false) return undefined',
      reason: 'Without a token, the query finds no browser.',
    },
    {
      before: 'if (tokens.length === 0) return undefined',
      after: 'if (tokens.length === (0 - 1)) return undefined',
      reason: 'Without a token, the query finds no browser.',
    },
    {
      before: '.slice(0, MOST_TOKENS * (TOKEN_CHARS + 1))',
      after: '.slice(0, MOST_TOKENS * (TOKEN_CHARS + (1 + 1)))',
      reason: 'The first slice only bounds the work; the last one limits the number of tokens.',
    },
  ],
  'src/identity/sessions/browsers/queries.ts': [
    {
      before: 'select from accounts g where g.guest_email is not null and lower(g.guest_email) = lower(accounts.email)) as has_guests',
      after: 'select from accounts g where lower(g.guest_email) = lower(accounts.email)) as has_guests',
      reason: 'A missing address equals none; the condition lets the query use the partial index.',
    },
  ],
  'src/identity/sessions/queries.ts': [
    {
      before:
        "await db.updateTable('sessions').set({ second_at: null }).where('account_id', '=', accountId).where('second_at', 'is not', null).execute()",
      after: "await db.updateTable('sessions').set({ second_at: null }).where('account_id', '=', accountId).execute()",
      reason: 'The condition only avoids writing rows that do not change.',
    },
  ],
  'src/identity/sessions/time-zone.ts': [
    {
      before: 'if (zone !== null) await queries.setZone(tx.db, accountId, zone, { whereUnknown: true })',
      after: 'if (true) await queries.setZone(tx.db, accountId, zone, { whereUnknown: true })',
      reason: 'The statement would replace an unknown zone with an unknown zone.',
    },
    {
      before: 'if (zone !== null) await queries.setZone(tx.db, accountId, zone, { whereUnknown: true })',
      after: 'if (true) await queries.setZone(tx.db, accountId, zone, { whereUnknown: true })',
      reason: 'Writing null to an account without a time zone changes nothing.',
    },
  ],
  'src/identity/test-mode/index.ts': [
    {
      before: 'if (accounts.length === 0) {',
      after: 'if (true) {',
      reason: 'Accounts that exist are not inserted again.',
    },
  ],
  'src/identity/test-mode/queries.ts': [
    {
      before: 'await sql`update orders set hold_id = null where seller_id = any(${accounts}::text[]) and hold_id is not null`.execute(db)',
      after: 'await sql`update orders set hold_id = null where seller_id = any(${accounts}::text[]) `.execute(db)',
      reason: 'The condition only avoids writing rows that do not change.',
    },
  ],
}
