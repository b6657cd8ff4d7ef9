import { sql } from 'kysely'
import { CANCELLED } from '#identity/email-links/rules.ts'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'

export type Backlog = {
  mails_waiting: number
  mails_failed: number
  deliveries_waiting: number
  deliveries_failed: number
  webhooks_off: number
  money_due: number
  money_late: number
  jobs_failed: number
}

/** Omits cancelled emails, because nothing is wrong with them. */
const isFailedMail = sql`status = 'failed' and last_error is distinct from ${CANCELLED}`

/**
 * Counts pending background work. Counts failed emails and webhook deliveries only if they were created since `since`. Counts due transfers
 * as late if they were created before `lateBefore`.
 */
export async function readBacklog(db: Db, { since, lateBefore }: { since: Date; lateBefore: Date }): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select count(*) from mails where status = 'waiting') as mails_waiting,
      (select count(*) from mails where ${isFailedMail} and created_at >= ${since}) as mails_failed,
      (select count(*) from webhook_deliveries where status = 'waiting') as deliveries_waiting,
      (select count(*) from webhook_deliveries where status = 'failed' and created_at >= ${since}) as deliveries_failed,
      (select count(*) from webhooks where not enabled and switched_off_at is not null) as webhooks_off,
      (select count(*) from money_moves where status = 'due' and ${ofMarket('account_id')}) as money_due,
      (select count(*) from money_moves where status = 'due' and created_at < ${lateBefore} and ${ofMarket('account_id')}) as money_late,
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts) as jobs_failed`.execute(db)
  return rows[0]!
}

export async function readDatabase(db: Db): Promise<{ version: string; bytes: number; oldest_job_at: Date | null }> {
  const { rows } = await sql<{ version: string; bytes: number; oldest_job_at: Date | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select min(run_at) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts and locked_at is null) as oldest_job_at`.execute(
    db,
  )
  return rows[0]!
}

export type MarketNumbers = {
  orders: Record<string, number>
  held_cents: number
  offers: Record<string, number>
  payouts_late: number
  mails: Record<string, number>
  deliveries: Record<string, number>
}

/**
 * Counts unfinished records for metrics. Partial indexes cover these queries. `lateBefore` and `since` have the same meaning as in
 * `readBacklog`.
 */
export async function readMarketNumbers(db: Db, { since, lateBefore }: { since: Date; lateBefore: Date }): Promise<MarketNumbers> {
  const { rows } = await sql<MarketNumbers>`
    select
      (select coalesce(json_object_agg(status, count), '{}') from (select status, count(*) from orders
        where status in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'problem') and ${ofMarket('seller_id')} group by status) o) as orders,
      (select coalesce(sum(amount_cents), 0)::float8 from ledger_entries where account = 'escrow' and (
        order_id in (select id from orders where status in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'problem') and ${ofMarket('seller_id')})
        or hold_id in (select id from holds where status = 'active' and ${ofMarket('seller_id')}))) as held_cents,
      (select coalesce(json_object_agg(status, count), '{}') from (select status, count(*) from offers
        where status in ('open', 'countered') and ${ofMarket('seller_id')} group by status) o) as offers,
      (select count(*) from money_moves where kind = 'payout' and status = 'due' and created_at < ${lateBefore} and ${ofMarket('account_id')}) as payouts_late,
      json_build_object('waiting', (select count(*) from mails where status = 'waiting'),
        'failed', (select count(*) from mails where ${isFailedMail} and created_at >= ${since})) as mails,
      json_build_object('waiting', (select count(*) from webhook_deliveries where status = 'waiting'),
        'failed', (select count(*) from webhook_deliveries where status = 'failed' and created_at >= ${since})) as deliveries`.execute(db)
  return rows[0]!
}
