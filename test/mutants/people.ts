import { of, type Seeds } from './seed.ts'

/** Defects in the permissions of accounts, keys and agents. */
export const PEOPLE_SEEDS: Seeds = {
  // --- authority
  'authority: an agent key decides on an approval': {
    file: 'src/identity/approvals/index.ts',
    find: ' && !actor.askFirst.includes(action)',
    ...of(
      'src/identity/approvals/approvals.test.ts',
      'an agent key cannot decide an approval, but an API key can if it has the scope and needs no approval itself',
    ),
  },
  'authority: a revoked key still works': {
    file: 'src/identity/credentials/index.ts',
    find: 'if (!key || key.revoked_at || key.closed_at',
    replace: 'if (!key || key.closed_at',
    ...of('src/identity/accounts/accounts.test.ts', 'a revoked API key stops working immediately'),
  },
  'authority: another account reads an order': {
    file: 'src/commerce/orders/access.ts',
    find: 'if (!row || !party) throw',
    replace: 'if (!row) throw',
    ...of('src/commerce/orders/orders.test.ts', 'only the buyer and the seller can read an order or find it in a list'),
  },
  'authority: pausing helpers does not stop agent keys': {
    file: 'src/identity/credentials/index.ts',
    find: "if (key.kind === 'agent' && key.brake)",
    replace: "if (key.kind === 'agent' && key.brake && !writes && writes)",
    ...of(
      'src/identity/approvals/approvals.test.ts',
      'pausing helpers blocks every agent key immediately, but no API key of any other kind',
    ),
  },
  'authority: a session writes from another origin': {
    file: 'src/identity/credentials/index.ts',
    find: 'if (origin === new URL(publicUrl).origin || origin === new URL(programsUrl).origin) return',
    replace: "if (origin !== '') return",
    ...of(
      'src/identity/accounts/accounts.test.ts',
      'a write with a session cookie is accepted only from the site’s own origin, while a read is accepted from any origin',
    ),
  },
  'authority: another origin reads the signed-in user': {
    file: 'src/web/framework/hosts.ts',
    find: 'return origin === new URL(`${protocol}//${slug}.${storeDomain}`).origin ? { slug } : null',
    replace: 'return { slug }',
    ...of('test/attacks/here.test.ts', 'the service reveals nothing about the user to a page on a different origin'),
  },
  'authority: a key without the scope writes': {
    file: 'src/platform/http/run.ts',
    find: 'if (scopes.some((scope) => actor.scopes.includes(scope))) return',
    replace: 'if (actor.scopes.length > 0) return',
    ...of('src/catalog/shops/shops.test.ts', 'every shop call requires a key, and checks the key’s scope before it looks up the shop'),
  },
  // --- accounts
  'authority: a session creates a key without reauthentication': {
    file: 'src/core/proof.ts',
    find: 'now.getTime() - provedAt.getTime() <= PROOF_MS',
    replace: 'PROOF_MS > 0',
    ...of(
      'test/attacks/accounts.test.ts',
      'without reauthentication, a stolen session cannot create keys or change the webhook, email or password',
    ),
  },
  'authority: the opener of an account with another’s address keeps a key': {
    file: 'src/identity/email-links/email-verification.ts',
    find: 'keys: await revokeKeys(tx, id),',
    replace: 'keys: 0,',
    ...of('test/attacks/accounts.test.ts', 'a password reset ends all access that the impostor created'),
  },
  'authority: the opener of an account with another’s address keeps the password': {
    file: 'src/identity/email-links/email-verification.ts',
    find: '{ password_hash: null, new_email: null, updated_at: tx.now() }',
    replace: '{ new_email: null, updated_at: tx.now() }',
    ...of('test/attacks/accounts.test.ts', 'signing in by email link ends all access that an impostor created'),
  },
  'authority: the second step can be skipped': {
    file: 'src/identity/mfa/second-step/index.ts',
    find: 'if (factors.length === 0) return',
    replace: 'if (factors.length < 9) return',
    ...of(
      'src/identity/mfa/mfa.test.ts',
      'an authenticator code is required after the password, works once, and is accepted up to one 30-second step early or late',
    ),
  },
  'authority: an authenticator code works twice': {
    file: 'src/identity/mfa/totp/queries.ts',
    find: "\n      .where('last_step', '<', step)",
    ...of('test/attacks/factors.test.ts', 'an authentication code works only once, even if ten concurrent requests send it'),
  },
  'authority: a passkey challenge for another purpose is accepted': {
    file: 'src/identity/mfa/passkeys/queries.ts',
    find: "    .where('purpose', '=', by.purpose)\n",
    ...of(
      'test/attacks/factors.test.ts',
      'passkey registration rejects a challenge that is used, expired, or issued for a different account or session',
    ),
  },
  // --- agents
  'authority: an approval runs on a changed record': {
    file: 'src/identity/approvals/index.ts',
    find: 'if (!sameVersions(row.versions as Versions, await lock(tx, asker, ready))) throw changed()',
    replace: 'await lock(tx, asker, ready)',
    ...of(
      'test/attacks/approvals.test.ts',
      'approving “Honest for $100” does not publish a listing that has been changed to “Swapped for $1”',
    ),
  },
  'authority: identical requests create several approvals': {
    file: 'src/identity/approvals/request.ts',
    find: 'const digest = digestOf(ready)',
    replace: "const digest = Buffer.concat([digestOf(ready), Buffer.from(tx.newId('apr'))])",
    ...of('test/attacks/approvals.test.ts', '65 identical requests create a single approval and send a single email'),
  },
  'money: a key exceeds its daily cap': {
    file: 'src/identity/spend-limits/index.ts',
    find: 'if (cents > left)',
    replace: 'if (cents > left + 1e9)',
    ...of('test/attacks/approvals.test.ts', 'concurrent requests never exceed max_day in total'),
  },
  'money: concurrent requests exceed the daily cap': {
    file: 'src/identity/spend-limits/index.ts',
    find: '  await queries.lockKey(tx.db, actor.credential)\n',
    ...of('test/attacks/approvals.test.ts', 'concurrent requests never exceed max_day in total'),
  },
}
