import type { EquivalentByFile } from './index.ts'

export const MESSAGING: EquivalentByFile = {
  'src/messaging/email-tokens/index.ts': [
    {
      before: 'isLinkToken(token) ? queries.findLink(ctx.db, sha256(token), purpose, ctx.now()) : undefined',
      after: '(queries.findLink(ctx.db, sha256(token), purpose, ctx.now()))',
      reason: 'No link has a token in another format; the check only saves a query.',
    },
    {
      before: 'const link = isLinkToken(token) ? await queries.takeLink(tx.db, sha256(token), purpose, tx.now()) : undefined',
      after: 'const link = (await queries.takeLink(tx.db, sha256(token), purpose, tx.now()))',
      reason: 'No link has a token in another format; the check only saves a query.',
    },
    {
      before: 'isLinkToken(token) ? queries.findGuestLink(ctx.db, sha256(token)) : undefined',
      after: '(queries.findGuestLink(ctx.db, sha256(token)))',
      reason: 'No link has a token in another format; the check only saves a query.',
    },
  ],
  'src/messaging/notifications/index.ts': [
    {
      before: 'const { mail, push } = (await queries.findChannels(ctx.db, accountId, kind)) ?? { mail: false, push: false }',
      after: 'const { mail, push } = (await queries.findChannels(ctx.db, accountId, kind)) ?? { mail: false, push: true }',
      reason: 'A closed account has no browsers that subscribe to pushes.',
    },
  ],
  'src/messaging/notifications/queue.ts': [
    {
      before: 'shop_slug: shop ?? null,',
      after: 'shop_slug: (shop),',
      reason: 'An insert omits a column whose value is undefined, so the column is null.',
    },
  ],
  'src/messaging/push/queries.ts': [
    {
      before: ".where('id', '=', subscription_id) .where((eb) => (status === 'sent' ? eb('given_up', '>', 0) : eb.lit(true)))",
      after: ".where('id', '=', subscription_id)",
      reason: 'The condition only avoids writing a row that does not change.',
    },
    {
      before: ".where((eb) => (status === 'sent' ? eb('given_up', '>', 0) : eb.lit(true)))",
      after: '.where((eb) => ((eb.lit(true))))',
      reason: 'The condition only saves a write of 0 over 0.',
    },
    {
      before: ".where((eb) => (status === 'sent' ? eb('given_up', '>', 0) : eb.lit(true)))",
      after: ".where((eb) => (status === 'sent' ? eb('given_up', '>', (0 - 1)) : eb.lit(true)))",
      reason: 'The condition only saves a write of 0 over 0.',
    },
  ],
  'src/messaging/threads/index.ts': [
    {
      before: 'const seen = offset === 0 ? withLast(own, rows.at(-1)) : await withLastRead(ctx, own)',
      after: 'const seen = (await withLastRead(ctx, own))',
      reason: 'The newest message is only read a second time.',
    },
    {
      before: "partyInThread(await ifIdOf('thr', id, () => queries.findThread(tx.db, id)), actor)",
      after: ';',
      reason: 'The callers check the role after the lock too. Without this check, other accounts would only wait for the lock.',
    },
  ],
  'src/messaging/threads/queries.ts': [
    {
      before: 'if (threadIds.length === 0) return new Map()',
      after: 'if (threadIds.length === (0 - 1)) return new Map()',
      reason: 'Without threads, no message is found; the check only saves the statement.',
    },
    {
      before: 'if (threadIds.length === 0) return new Map()',
      after: 'if (false) return new Map()',
      reason: 'Without threads, no message is found; the check only saves the statement.',
    },
    {
      before: 'if (existing) return existing',
      after: 'if (false) return existing',
      reason: 'The insert does nothing for an existing thread, which is then locked; the check only saves the insert.',
    },
    {
      before: "if (!thread) throw new Error('a conversation was neither found nor created')",
      after: "if (false) throw new Error('a conversation was neither found nor created')",
      reason: 'The insert fails only if the thread exists, which the locking read then returns.',
    },
    {
      before:
        "listing_id !== null && (await db .selectFrom('orders') .select('id') .where('buyer_id', '=', buyer_id) .where('listing_id', '=', listing_id) .where('status', 'in', UNFINISHED) .where((eb) => eb.or([eb('status', '<>', 'awaiting_payment'), eb('pay_by', '>', now)])) .limit(1) .executeTakeFirst()) !== undefined",
      after:
        "((await db .selectFrom('orders') .select('id') .where('buyer_id', '=', buyer_id) .where('listing_id', '=', listing_id) .where('status', 'in', UNFINISHED) .where((eb) => eb.or([eb('status', '<>', 'awaiting_payment'), eb('pay_by', '>', now)])) .limit(1) .executeTakeFirst()) !== undefined)",
      reason: 'No order has no listing; the check only saves the statement.',
    },
  ],
  'src/messaging/threads/start.ts': [
    {
      before: "if (listing_status === null || listing_visibility === null) return shopSeen(shop, 'other').page !== 'hidden'",
      after: "if ((listing_status === null)) return shopSeen(shop, 'other').page !== 'hidden'",
      reason: 'Both are columns of the same listing; the second check exists for the types alone.',
    },
    {
      before: "if (listing_status === null || listing_visibility === null) return shopSeen(shop, 'other').page !== 'hidden'",
      after: "if ((listing_visibility === null)) return shopSeen(shop, 'other').page !== 'hidden'",
      reason: 'Both are columns of the same listing; the first check exists for the types alone.',
    },
    {
      before: "listing_title: subject.listing_id === null ? null : (subject.listing_title ?? 'A listing'),",
      after: 'listing_title: subject.listing_id === null ? null : ((subject.listing_title)),',
      reason: 'A listing that buyers can see has a title.',
    },
  ],
}
