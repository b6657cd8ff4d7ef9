import { of, type Seeds } from './seed.ts'

const TRICKLES = 'test/attacks/trickles.test.ts'
const PERIODIC_JOBS = 'test/attacks/periodic-jobs.test.ts'

/** Defects in the code that guards availability, sign-in and the isolation of records. There is one defect per guard. */
export const GUARD_SEEDS: Seeds = {
  // --- periodic jobs
  'limit: periodic jobs of different providers wait for each other': {
    file: 'src/platform/jobs/periodic.ts',
    find: '({ party }) => party ?? null)',
    replace: '() => null)',
    ...of(PERIODIC_JOBS, 'a provider that hangs delays only the jobs that call this provider'),
  },
  'limit: a batch continues while its provider is unavailable': {
    file: 'src/platform/jobs/periodic.ts',
    find: '      if (isAway(error)) return done\n',
    ...of(
      PERIODIC_JOBS,
      'when a provider is unavailable, a periodic job stops at the first item for this provider, and requeues the item last',
    ),
  },
  'limit: a batch continues during shutdown': {
    file: 'src/platform/jobs/periodic.ts',
    find: '  for (const item of items) {\n    if (stopped.aborted) return done\n',
    replace: '  for (const item of items) {\n',
    ...of(PERIODIC_JOBS, 'at shutdown, a periodic job stops after its current item'),
  },
  'limit: a periodic job calls a provider that it does not declare': {
    file: 'src/platform/jobs/periodic.ts',
    find: 'job.party === undefined ? insideOnly(ctx) : ctx',
    replace: 'ctx',
    ...of(PERIODIC_JOBS, 'a job that calls an undeclared provider fails with an error that names the missing declaration'),
  },
  // --- tenants
  'privacy: live and test records see each other': {
    file: 'src/catalog/browse/rules/market.ts',
    find: "  if (owner.tenant !== viewer.tenant) return 'elsewhere'\n",
    ...of('test/attacks/sandbox.test.ts', 'no endpoint lets a live key change test data, or a test key change live data'),
  },
  'money: test mode uses the live payment provider': {
    file: 'src/commerce/payments/provider.ts',
    find: 'isLive(tenant) ? ctx.payments : ctx.testPayments',
    replace: 'ctx.payments',
    ...of('src/identity/test-mode/public.test.ts', 'test mode uses the built-in payment provider even if live mode uses Stripe'),
  },
  'law: a timestamp of test data does not move with the test clock': {
    file: 'src/identity/test-mode/rows.ts',
    find: "'protect_until', 'cancel_by',",
    replace: "'cancel_by',",
    ...of(
      'src/identity/test-mode/rows.test.ts',
      'advancing the test clock shifts all timestamp columns of test data, and no other columns',
    ),
  },
  'privacy: a form loaded in live mode is accepted in test mode, and the reverse': {
    file: 'src/web/framework/session.ts',
    find: "${testRole ? ` ${accountId}` : ''}",
    ...of(
      'src/web/seller/test-data.test.ts',
      'a form is rejected with a 403 if the session was in a different mode or test account when the form was loaded',
    ),
  },
  'privacy: a session in test mode changes its account': {
    file: 'src/platform/http/run.ts',
    find: '  if (isOfAccount(endpoint) && !isLive(actor.tenant)) throw onTestData()\n',
    ...of(
      'src/web/seller/test-data.test.ts',
      'in test mode, a session rejects changes to the real account with a 403 that states the reason',
    ),
  },
  // --- request bodies
  'limit: one network may keep any number of request bodies open': {
    file: 'src/platform/http/bodies.ts',
    find: '      endWorst(own, limits.ofOne)\n',
    ...of(
      TRICKLES,
      'when one network sends too many slow bodies, the service ends the slowest requests, but accepts bodies above the minimum rate',
    ),
  },
  'limit: unfinished request bodies use every slot': {
    file: 'src/platform/http/bodies.ts',
    find: '      endWorst(entries, limits.most)\n',
    ...of(TRICKLES, 'the total number of slow bodies is limited, but a body that arrives without delay is still accepted'),
  },
  'limit: a request body may arrive slowly forever': {
    file: 'src/platform/http/bodies.ts',
    find: '* limits.leastBytesPerSecond',
    replace: '* 0',
    ...of(TRICKLES, 'a body that arrives more slowly than the minimum transfer rate gets a 408 after a grace period'),
  },
  'limit: a client is blamed while the service does not read': {
    file: 'src/platform/http/bodies.ts',
    find: 'waitsForUs(entry)',
    replace: 'false',
    ...of(TRICKLES, 'the transfer rate of a request body is measured only while the service reads the body'),
  },
  'limit: a body keeps its slot after its response': {
    file: 'src/platform/http/bodies.ts',
    find: 'entry.response.headersSent ? -1 : ',
    ...of(TRICKLES, 'slow requests that already have a response are ended before all other slow requests'),
  },
  'limit: a rejected client keeps its connection': {
    file: 'src/platform/http/listen.ts',
    find: '  setTimeout(() => socket.destroy(), READ_MS).unref()\n',
    ...of(TRICKLES, 'a body that arrives more slowly than the minimum transfer rate gets a 408 after a grace period'),
  },
  'limit: the Stripe webhook reads unsigned bodies': {
    file: 'src/platform/http/pipeline.ts',
    find: '!request.headers[signed.toLowerCase()]',
    replace: 'false',
    ...of(TRICKLES, 'the service rejects a Stripe event without a signature before it has read the body'),
  },
  'limit: unsigned bodies at the Stripe webhook are unlimited': {
    file: 'src/platform/http/signed-bodies.ts',
    find: '    if (slots.size > most) end(oldestOfMost(slots))\n',
    ...of(TRICKLES, 'the service accepts signed Stripe events even when unsigned bodies have reached their limit'),
  },
  'limit: an unsigned body keeps its slot at the Stripe webhook': {
    file: 'src/platform/http/signed-bodies.ts',
    find: 'setTimeout(() => end(request), longestMs)',
    replace: 'setTimeout(() => {}, longestMs)',
    ...of(TRICKLES, 'the service accepts signed Stripe events even when unsigned bodies have reached their limit'),
  },
  // --- migrations
  'limit: a migration waiting for a lock blocks all requests': {
    file: 'src/platform/db/migrate.ts',
    find: 'set local lock_timeout = ${lockMs}',
    replace: 'set local lock_timeout = 15000',
    ...of(
      'src/platform/db/migrate.test.ts',
      'a migration waits only briefly for a table lock, does not block readers of the table, and retries',
    ),
  },
  'limit: a deadlock in a migration stops the start': {
    file: 'src/platform/db/migrate.ts',
    find: '!isRetryable(error) || ',
    replace: 'true || ',
    ...of('src/platform/db/migrate.test.ts', 'a migration that was rolled back to end a deadlock is retried'),
  },
  // --- monthly counts
  'limit: a month with rows in the default partition gets a table': {
    file: 'src/platform/limits/monthly-counts.ts',
    find: 'if (rows[0]!.late) return',
    replace: 'if (rows.length === 0) return',
    ...of('src/platform/limits/monthly-counts.test.ts', 'counts are stored, found and later summed even if their month has no partition'),
  },
  'limit: the table of a summed month is not dropped': {
    file: 'src/platform/limits/monthly-counts.ts',
    find: 'if (!stays && !(await dropEmpty(ctx, part))) return false',
    ...of(
      'src/platform/limits/monthly-counts.test.ts',
      'an expired month is summed into one total per subject, and its partition is dropped',
    ),
  },
  'limit: readers wait while a monthly table waits for its lock': {
    file: 'src/platform/limits/monthly-counts.ts',
    find: "const LOCK_WAIT = '500ms'",
    replace: "const LOCK_WAIT = '60s'",
    ...of('src/platform/limits/monthly-counts.test.ts', 'partition maintenance gives up quickly if a table is locked, and succeeds later'),
  },
  // --- idempotency
  'law: another process takes over a running idempotency key': {
    file: 'src/platform/limits/idempotency.ts',
    find: 'known.owner <> all(${[...running]}::text[])',
    replace: 'known.owner = any(${[...running]}::text[])',
    ...of(
      'src/platform/limits/idempotency.test.ts',
      'while the first request runs, a request with the same idempotency key gets a 409 with Retry-After',
    ),
  },
  'law: an idempotency key expires after a minute although its request runs': {
    file: 'src/platform/limits/idempotency.ts',
    find: '(known.holder is null and known.lease_until',
    replace: '(known.lease_until',
    ...of(
      'src/platform/limits/idempotency.test.ts',
      'an idempotency key stays locked while its request runs, even after its lease has expired',
    ),
  },
  'law: a request commits after another took over its idempotency key': {
    file: 'src/platform/limits/idempotency.ts',
    find: 'where known.owner = excluded.owner',
    replace: 'where true',
    ...of(
      'src/platform/limits/idempotency.test.ts',
      'a request commits nothing after a different process has taken over its idempotency key',
    ),
  },
  // --- approvals
  'authority: an approved deletion of a shop includes later listings': {
    file: 'src/identity/approvals/records/index.ts',
    find: "path === '/shops/{slug}' && (method",
    replace: "path === '' && (method",
    ...of('test/attacks/approvals.test.ts', 'for deleting a shop (compares listings) fails with 409'),
  },
  'authority: an approval of a shop change ignores a changed price': {
    file: 'src/identity/approvals/records/queries.ts',
    find: 'md5((${ownListing})::text) as version\n',
    replace: "'x' as version\n",
    ...of('test/attacks/approvals.test.ts', 'for deleting a shop (compares prices) fails with 409'),
  },
  'authority: the approval of an order ignores its hold': {
    file: 'src/identity/approvals/records/index.ts',
    find: "  if (typeof named.hold === 'string') all.push({ kind: 'hold', id: named.hold })\n",
    ...of('test/attacks/bound.test.ts', 'an approval for createOrder is bound to'),
  },
  // --- sign-in
  'limit: requests by others leave an owner without a sign-in link': {
    file: 'src/identity/email-links/rules.ts',
    find: 'sign_in: HOUR_MS,',
    replace: 'sign_in: HOUR_MS / 4,',
    ...of(
      'test/attacks/accounts.test.ts',
      'the owner of an account always has a working sign-in link, even if other people request many links',
    ),
  },
  'limit: revoked links count against the mail limit': {
    file: 'src/identity/email-links/send.ts',
    find: '  if (!(await queries.hasLink(tx.db, id, purpose, tx.now()))) return 0\n',
    ...of(
      'test/attacks/accounts.test.ts',
      'the owner of an account always has a working sign-in link, even if other people request many links',
    ),
  },
  'limit: a password reset does not clear failed attempts': {
    file: 'src/identity/email-links/passwords.ts',
    find: '  await forgetFailures(tx, person)\n',
    ...of(
      'test/attacks/accounts.test.ts',
      'a completed password reset clears the failed sign-in attempts, so the account’s owner can sign in immediately',
    ),
  },
  'authority: a suspended account acts through pages': {
    file: 'src/platform/http/run.ts',
    find: "if (actor.kind === 'session' && actor.isSuspended && ",
    replace: "if (actor.kind === 'session' && actor.isOperator && actor.isSuspended && ",
    ...of('test/attacks/suspended.test.ts', 'a suspended account cannot write a review, either on the page or through the API'),
  },
  // --- guards with tests that had never failed before
  'authority: email verification does not end earlier access': {
    file: 'src/identity/email-links/addresses.ts',
    find: 'ended: isFirst && !by.owner ? await',
    replace: 'ended: isFirst && by.owner ? await',
    ...of('test/attacks/accounts.test.ts', 'using the verification link revokes all sessions and keys of an impostor'),
  },
  'authority: a page accepts a form without reauthentication': {
    file: 'src/web/framework/page/page.tsx',
    find: 'confirmed(ctx, c, viewer, submittedIn(sent), work)',
    replace: 'work(viewer)',
    ...of(
      'src/web/auth/confirm.test.ts',
      'email and session settings require the user to confirm their identity, and no page ever contains a password',
    ),
  },
  'authority: a cloned passkey signs in': {
    file: 'src/identity/mfa/passkeys/webauthn.ts',
    find: 'publicKey: Uint8Array.from(public_key), counter }',
    replace: 'publicKey: Uint8Array.from(public_key), counter: 0 }',
    ...of(
      'test/attacks/factors.test.ts',
      'passkey sign-in rejects a signature counter that has not increased, because this indicates a cloned passkey',
    ),
  },
  'authority: a passkey is accepted from another origin': {
    file: 'src/identity/mfa/passkeys/webauthn.ts',
    find: '      expectedOrigin,\n      expectedRPID,\n      requireUserVerification: true,\n      credential:',
    replace:
      "      expectedOrigin: JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString()).origin,\n      expectedRPID,\n      requireUserVerification: true,\n      credential:",
    ...of(
      'test/attacks/factors.test.ts',
      'passkey sign-in rejects a wrong origin, relying party, challenge, signature, account or browser, and a replayed or late response',
    ),
  },
  'authority: a passkey is registered from another origin': {
    file: 'src/identity/mfa/passkeys/webauthn.ts',
    find: '      expectedOrigin,\n      expectedRPID,\n      requireUserVerification: true,\n      supportedAlgorithmIDs',
    replace:
      "      expectedOrigin: JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString()).origin,\n      expectedRPID,\n      requireUserVerification: true,\n      supportedAlgorithmIDs",
    ...of(
      'test/attacks/factors.test.ts',
      'passkey registration rejects a wrong origin, relying party or challenge, missing user verification, and attestation certificates',
    ),
  },
  'limit: the cache accepts a request with two Host headers': {
    file: 'src/platform/http/cache-hit.ts',
    find: ' || !hasOneHost(request)',
    ...of('src/catalog/browse/cache/cache.test.ts', 'requests with duplicate Host headers are rejected even if the response is cached'),
  },
  'limit: a transaction waits for a coalesced request': {
    file: 'src/platform/cache/coalesce.ts',
    find: 'holdsConnection() ? Promise.reject(secondConnection()) : (next',
    replace: '!holdsConnection && holdsConnection() ? Promise.reject(secondConnection()) : (next',
    ...of(
      'src/platform/cache/coalesce.test.ts',
      'a coalesced call inside a transaction is rejected, because waiting there could use up all database connections',
    ),
  },
  'limit: a replica is used at any lag': {
    file: 'src/platform/replica/watch.ts',
    find: 'reachable && behindMs() <= MOST_BEHIND_MS',
    replace: 'reachable && behindMs() <= 1e9',
    ...of('test/attacks/replica-age.test.ts', 'a replica that has applied no changes for 5 s is not used until it has caught up'),
  },
  'cost: a CSV row may have any number of cells': {
    file: 'src/catalog/listings/csv/table.ts',
    find: 'if (index >= MAX_CELLS)',
    replace: 'if (index >= 1e9)',
    ...of('src/catalog/listings/csv/csv.test.ts', 'an import rejects a row that has far more cells than the table has columns'),
  },
  'authority: cancelling a checkout with an order needs no approval': {
    file: 'src/commerce/checkouts/index.ts',
    find: "return question ? approvalFor('orders.cancel', question) : []",
    replace: 'return []',
    ...of(
      'test/ucp/checkout.test.ts',
      'an agent needs approval to cancel a checkout with a pending order, but not to cancel a checkout without an order',
    ),
  },
  'authority: order updates continue after the email verification': {
    file: 'src/service/hooks.ts',
    find: '    await stopOrderUpdates(tx, accountId)\n',
    ...of('test/attacks/accounts.test.ts', 'a password reset ends all access that the impostor created'),
  },
  'money: a payout account returns after the email verification': {
    file: 'src/commerce/payments/accounts.ts',
    find: 'era: String(verifiedAt?.getTime() ?? 0),',
    replace: "era: '0',",
    ...of(
      'test/attacks/payout-account.test.ts',
      'a payout account that was connected before email verification stays disconnected when provider events arrive',
    ),
  },
  'money: a provider key without permission hides a chargeback': {
    file: 'src/platform/payments/stripe/updates.ts',
    find: '(isForbidden(error) && about.account !== null)',
    replace: 'isForbidden(error)',
    ...of(
      'test/attacks/payout-account.test.ts',
      'if the provider key cannot read disputes, an event about a chargeback is retried and not skipped',
    ),
  },
  'money: an order paid with a deposit ignores its inquiry': {
    file: 'src/commerce/payouts/queries.ts',
    find: ' or x.hold_id = (select hold_id from orders where id = m.order_id)',
    ...of('test/attacks/payments-chargebacks.test.ts', 'an inquiry about a deposit delays the payout for the order that used the deposit'),
  },
  'money: a bank inquiry blocks a refund': {
    file: 'src/commerce/payouts/queries.ts',
    find: "    and (m.kind <> 'refund' or x.stage <> 'inquiry')\n",
    ...of('test/attacks/payout-account.test.ts', 'an inquiry by the bank does not block a refund'),
  },
  'authority: an approval has an unapproved effect': {
    file: 'src/identity/approvals/index.ts',
    find: 'asker.askFirst.includes(action) && !row.actions.includes(action)',
    replace: 'asker.askFirst.includes(action) && row.actions.length > 99',
    ...of(
      'test/attacks/approvals-run.test.ts',
      'an approved deletion fails with a 409 if it would also decline an offer that was made after the request',
    ),
  },
  'privacy: any key reads the secret that another key requested': {
    file: 'src/identity/approvals/present.ts',
    find: "viewer?.kind === 'key' && viewer.credential !== row.key_id",
    replace: "viewer?.kind === 'key' && viewer.credential === ''",
    ...of(
      'test/attacks/approvals-run.test.ts',
      'the secret that an approved request creates is visible only to the requesting key and to the signed-in owner',
    ),
  },
  'limit: an approved request with an unavailable provider blocks others': {
    file: 'src/identity/approvals/index.ts',
    find: ".catch((error: unknown) =>\n      ctx.log.warn({ err: error, approval: id }, 'an approved request could not run and will be retried'),\n    )",
    ...of(
      'test/attacks/approvals-run.test.ts',
      'an approved payment waits while the payment provider is unavailable, without delaying other requests',
    ),
  },
  'limit: password changes are unlimited': {
    file: 'src/identity/email-links/routes.ts',
    find: "      await ctx.rateLimits.take(ctx, 'password change', actor.accountId)\n",
    ...of('test/attacks/action-limits.test.ts', 'an account may change its password at most five times per hour'),
  },
  'limit: new sets of recovery codes are unlimited': {
    file: 'src/identity/mfa/recovery/index.ts',
    find: "  await ctx.rateLimits.take(ctx, 'recovery set', actor.accountId)\n",
    ...of('test/attacks/action-limits.test.ts', 'an account may create at most ten sets of recovery codes per hour'),
  },
  'limit: first sets of recovery codes are unlimited': {
    file: 'src/identity/mfa/recovery/index.ts',
    find: "  await ctx.rateLimits.take(ctx, 'recovery set', accountId)\n",
    ...of(
      'test/attacks/action-limits.test.ts',
      'every attempt to confirm an authenticator app counts toward the hourly limit for recovery codes',
    ),
  },
  'privacy: checks for a used email address are unlimited': {
    file: 'src/identity/email-links/addresses.ts',
    find: '  await refuseTooMany(tx, person)\n  if (await queries.isEmailTaken(tx.db, email, person.id)) throw inUse()\n',
    replace: '  if (await queries.isEmailTaken(tx.db, email, person.id)) throw inUse()\n  await refuseTooMany(tx, person)\n',
    ...of(
      'test/attacks/action-limits.test.ts',
      'an account may request at most three email address changes per hour, and rejected requests also count',
    ),
  },
}
