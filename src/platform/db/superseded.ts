/**
 * Texts of migrations that were changed before the rule came that a landed one never is. A database that was made by such
 * a text is brought to what the next text of the file would have made, and then counts as made by that. Closed: a change of
 * a migration that has landed is a new migration.
 */
export type Superseded = {
  /** The file as the database knows it. */
  name: string
  sha256: string
  /** What it is from then on. */
  next: { name: string; sha256: string }
  /** What lies between the two. */
  sql: string
}

const OFFERS = '0070_offers.sql'
const ORDERS = '0080_orders.sql'
const MESSAGES = '0090_messages_and_reviews.sql'
const WEBHOOKS = '0100_webhooks.sql'
const REQUESTS = '0220_request_log.sql'

export const SUPERSEDED: readonly Superseded[] = [
  {
    name: OFFERS,
    sha256: '92be982a154da856227efe94afa7e144779bd5aa5433d27e68cbb161158fad44',
    next: { name: OFFERS, sha256: 'dd56221c843ac8481ff8c2aa4399ef85d8fc3fae99169766fdc4f09b5ebc2df0' },
    sql: `
      update offers set expires_at = counter_expires_at where status = 'countered';
      alter table offers drop constraint offers_check4, add constraint offers_check4
        check (status <> 'countered' or (counter_cents is not null and expires_at = counter_expires_at));
      drop index offers_due;
      create index offers_due on offers (expires_at) where status in ('open', 'countered');`,
  },
  {
    name: ORDERS,
    sha256: 'cb661384ff32c878711eb6a6d6fccc849423d50d715ef2295f2b0df1b64c6578',
    next: { name: ORDERS, sha256: 'dbda995ddb6c9f12b3f9e0a3c8a63fdce749c7bd01fc0b9f2de5f3d384ca7a4f' },
    sql: `
      alter table orders
        add column code_tries integer not null default 0,
        add column code_tries_from timestamptz,
        add column reminded_at timestamptz;`,
  },
  {
    name: ORDERS,
    sha256: 'dbda995ddb6c9f12b3f9e0a3c8a63fdce749c7bd01fc0b9f2de5f3d384ca7a4f',
    next: { name: ORDERS, sha256: '116e51d93e14723923e7652c8700cc2c4c835e12d33f87c1151d2282695406b7' },
    sql: `
      alter table orders add column remind_at timestamptz;
      create index orders_remind_at on orders (remind_at) where status = 'paid' and reminded_at is null;`,
  },
  {
    name: ORDERS,
    sha256: '116e51d93e14723923e7652c8700cc2c4c835e12d33f87c1151d2282695406b7',
    next: { name: ORDERS, sha256: '3b40af68ecb0cee31c4a3ceefa58d1818a2e26ca4c5b09b9bf138baaf29e4e57' },
    sql: `
      drop index orders_hold;
      create unique index orders_hold on orders (hold_id) where hold_id is not null and status not in ('cancelled', 'expired');`,
  },
  {
    name: MESSAGES,
    sha256: 'b7aae0c56649e23a7a9f24632f58e98a767188fca18507d473a19fa8fd447654',
    next: { name: MESSAGES, sha256: 'e8da89b504b9734e919767ee7856b334ff89884f05648dfe8ded0cc97ed8b76a' },
    sql: `
      create index threads_seller_unread on threads (seller_id) where seller_unread > 0;
      create index threads_buyer_unread on threads (buyer_id) where buyer_unread > 0;
      create index messages_week on messages (created_at) include (thread_id) where sender = 'buyer';`,
  },
  {
    name: MESSAGES,
    sha256: 'e8da89b504b9734e919767ee7856b334ff89884f05648dfe8ded0cc97ed8b76a',
    next: { name: MESSAGES, sha256: '297b518a0f3d7f701943db81d604e81a32ea199e50e057ea07e1ad2adfd9eb5c' },
    sql: `
      create index reviews_buyer on reviews (buyer_id, id);
      create index reviews_seller on reviews (seller_id, id);`,
  },
  {
    name: WEBHOOKS,
    sha256: '44b79af9cebb7a1efb8e9da0902115bc55e029610836b4b09cab9219ed4e6c45',
    next: { name: WEBHOOKS, sha256: '9b78746cef29a385b5718fba57e71b0952b0a7836c5e70bcfeed27f8bca8fbe5' },
    sql: `
      alter table webhook_deliveries add column attempts jsonb not null default '[]';
      update webhook_deliveries
        set attempts = jsonb_build_array(jsonb_build_object('at', last_at, 'status', coalesce(last_status, 0), 'error', last_error, 'ms', 0))
        where last_at is not null;
      drop index webhook_deliveries_due;
      alter table webhook_deliveries drop column host, drop column last_at, drop column last_status, drop column last_error;
      create index webhook_deliveries_due on webhook_deliveries (account_id, next_try_at, id) where status = 'waiting';
      create index webhook_deliveries_created on webhook_deliveries (created_at);`,
  },
  {
    name: REQUESTS,
    sha256: '711b4d6e46c6d6b64d83fd0854ba4bfedb84e36b29c9f573065ea4d71b9a6a77',
    next: { name: REQUESTS, sha256: '9da4dab8170d6705e11fc92b04a4faf81b1b64a4a146859f6438e747ac2f2438' },
    sql: `alter table request_log set logged;`,
  },
  {
    name: '0240_mailed_links.sql',
    sha256: 'b72017eb5d0bebf469a897b5fc130cab919ae366ff4dc1e0d7a990a57e6cec31',
    next: {
      name: '0240_mailed_links_and_private_files.sql',
      sha256: 'bd5aa5995ebd924aff60233627ea1fb0294559fa31fd90b36ff42cfb0d266094',
    },
    sql: `
      alter table stored_files add column private boolean not null default false;
      update stored_files set private = true where key in (
        select v->>'key' from orders, jsonb_array_elements(problem->'photos') p, jsonb_array_elements(p->'variants') v
        where problem is not null);`,
  },
]

type Applied = { name: string; sha256: string }

/** The one that speaks of this row, or undefined where the row is of a text of today. */
export const supersededText = (row: Applied, all: readonly Superseded[] = SUPERSEDED): Superseded | undefined =>
  all.find(({ name, sha256 }) => name === row.name && sha256 === row.sha256)

/** What a row counts as once all that lies between is done. */
export function textOfToday(row: Applied): Applied {
  const step = supersededText(row)
  return step === undefined ? row : textOfToday(step.next)
}
