// Writes docs/states.md from the rules in src, and a migration if a trigger differs from the rules. With --check, only reports whether the
// page and the triggers are current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHARGEBACK_RULES, CHARGEBACK_STAGES } from '#admin/disputes/rules.ts'
import { HOLD_RULES, HOLD_STATUSES } from '#commerce/holds/rules.ts'
import { LISTING_RULES, LISTING_STATUSES, REMOVABLE } from '#catalog/listings/rules/listing.ts'
import { INVITATION_RULES, INVITATION_STATUSES } from '#commerce/invitations/rules.ts'
import { OFFER_RULES, OFFER_STATUSES } from '#commerce/offers/rules.ts'
import { conditionsOf, ORDER_RULES, ORDER_STATUSES, type OrderMoney } from '#commerce/orders/rules/order.ts'
import { PURCHASE_RULES, PURCHASE_STATUSES } from '#commerce/purchases/rules.ts'
import { RETURN_RULES, RETURN_STATUSES } from '#commerce/orders/rules/return.ts'
import { APPROVAL_TASKS, HOLD_TASKS, LISTING_TASKS, MONEY_CASE_TASKS, OFFER_TASKS, ORDER_TASKS } from '#commerce/inbox/rules.ts'
import { TASKS, type TaskCost, type TaskKind } from '#core/tasks.ts'
import { driftedTriggers, GUARDED, guardSql } from '#test/house/states.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = resolve(ROOT, 'docs/states.md')
const MIGRATIONS = resolve(ROOT, 'db/migrations')

type Life = { title: string; text: string; states: readonly string[]; rules: readonly Row[] }
type Row = { from: string; operation?: string; by?: string; to: string; also?: string | undefined }

const MONEY: Record<OrderMoney, string> = {
  take: 'the service holds the money',
  'give back all': 'the buyer gets a full refund',
  'give back the part': 'the buyer gets the partial refund',
  'pay out': 'the rest is due to the seller',
  'taken by the bank': 'the buyer’s bank has taken the money',
}

const COST: Record<TaskCost, string> = {
  money: 'lost money',
  held: 'money stays held',
  time: 'lost opportunity',
  nothing: 'none',
}

const and = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('; ')

/** All state machines. Add an entry for each new state machine. */
const LIFECYCLES: readonly Life[] = [
  {
    title: 'Listing',
    text: '`sell` is a sale through the service, and `edit` changes the text or the prices. Publishing a listing without a title or a price returns 400.',
    states: LISTING_STATUSES,
    rules: LISTING_STATUSES.flatMap((status) => [
      ...LISTING_RULES.filter(({ from }) => from === status).map((rule) => ({
        ...rule,
        also: and(
          rule.from === rule.to && 'no change of status',
          rule.needs && `requires a ${rule.needs.replace('and', 'and a')}`,
          rule.blockedBy && `refused if the listing has an ${rule.blockedBy}`,
        ),
      })),
      ...REMOVABLE.filter((from) => from === status).map((from) => ({
        from,
        operation: 'delete',
        by: 'owner',
        to: 'removed',
        also: 'if it was never sold and has no unfinished order',
      })),
    ]),
  },
  {
    title: 'Offer',
    text:
      'An offer is `open` for 48 hours. In the “By” column, `agent` is the negotiator, and `listing` means that the listing was sold, unpublished, ' +
      'removed or closed to offers, or that its shop was paused or became private.',
    states: OFFER_STATUSES,
    rules: OFFER_RULES,
  },
  {
    title: 'Invitation',
    text:
      'An invitation is `open` for 48 hours. Each invited person answers separately. In the “By” column, `listing` means that the item is no ' +
      'longer for sale, or a block.',
    states: INVITATION_STATUSES,
    rules: INVITATION_RULES,
  },
  {
    title: 'Hold',
    text: 'A hold is `asked` for 15 minutes. In the “By” column, `listing` means that the item became unavailable.',
    states: HOLD_STATUSES,
    rules: HOLD_RULES,
  },
  {
    title: 'Order',
    text:
      'An order reserves the listing. It is `awaiting_payment` for 15 minutes, or for 24 hours if it follows an accepted offer. The ' +
      'seller must ship within 5 working days of the payment, and after 3 working days, shipping is late. The seller has 72 hours to answer a request to cancel. The ' +
      'protection period lasts until 3 days after the delivery, or 14 days after shipping if no delivery is known. `completed`, `refunded`, ' +
      '`cancelled` and `expired` are final. `dispute` is a chargeback by the buyer’s bank, which locks the money. If the order is ' +
      'already `completed`, it keeps this status, and its payout becomes `on_hold`.',
    states: ORDER_STATUSES,
    rules: ORDER_RULES.map((rule) => ({
      ...rule,
      also: and(
        conditionsOf(rule).length > 0 && `when ${conditionsOf(rule).join(' and ')}`,
        (rule.money ?? []).map((one) => MONEY[one]).join(', and '),
      ),
    })),
  },
  {
    title: 'Purchase',
    text:
      'A purchase groups 2 to 10 orders from one shop with one payment, and is `awaiting_payment` for 15 minutes. During this time, its orders ' +
      'cannot be paid or cancelled separately. Afterwards, each order follows its own table.',
    states: PURCHASE_STATUSES,
    rules: PURCHASE_RULES,
  },
  {
    title: 'Return',
    text:
      'A return is a path inside an order that is a `problem`; the order keeps its status. `none` means that `return` is null. In the “By” column, ' +
      '`order` means that the order ended. If no one responds in time, the operator ' +
      'decides; if the seller neither refunds nor contests a received item in time, the service refunds the order. Each order has at most one ' +
      'return. After the item is `sent`, the seller cannot offer a partial refund, and the buyer cannot accept one or withdraw the problem report.',
    states: RETURN_STATUSES,
    rules: RETURN_RULES.map((rule) => ({ ...rule, also: and(rule.when && `when ${rule.when.join(' and ')}`, rule.also) })),
  },
  {
    title: 'Chargeback',
    text:
      'The payment provider reports each stage of a chargeback by the buyer’s bank. A reported change that is not in the table has no effect, ' +
      'because the bank’s decision is final.',
    states: CHARGEBACK_STAGES,
    rules: CHARGEBACK_RULES.map(({ from, to, also }) => ({ from: from ?? 'new', to, also })),
  },
]

function tasks(): string {
  const tables: readonly [string, Readonly<Record<string, readonly { task: TaskKind }[]>>][] = [
    ['order', ORDER_TASKS],
    ['offer', OFFER_TASKS],
    ['hold', HOLD_TASKS],
    ['approval', APPROVAL_TASKS],
    ['payment exception', MONEY_CASE_TASKS],
    ['listing', LISTING_TASKS],
  ]
  const rows = tables.flatMap(([record, table]) =>
    Object.entries(table).flatMap(([state, requirements]) =>
      requirements.map(({ task }) => [record, state, TASKS[task].role, `\`${task}\``, COST[TASKS[task].cost]]),
    ),
  )
  const head = [
    ['Record', 'State', 'Role', 'Task', 'Cost of a late response'],
    ['---', '---', '---', '---', '---'],
  ]
  return [...head, ...joined(rows, 1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const page = `<!-- Generated by bin/states.ts from the tables in src: change those, then run node bin/states.ts -->

# States

This page lists the transitions of each record. In the “By” column, \`clock\` and \`service\` mean that a deadline has passed, and \`provider\` is the payment
provider. An operation that is not in the table returns 409.

${LIFECYCLES.map(drawn).join('\n')}
## Tasks

In each state, a role has at most one task: the first matching row whose condition in \`src/commerce/inbox/rules.ts\` is true. The last column shows the cost of
responding late, which \`GET /inbox\` explains in the field \`late\`.

${tasks()}
`

function drawn({ title, text, states, rules }: Life): string {
  const cells = rules.map(({ from, operation = '', by = '', to, also = '' }) => [from, operation, by, to, also])
  const table = [['From', 'Operation', 'By', 'To', 'Effect or condition'], ...joined(joined(joined(cells, 2), 0), 1)]
  const [head, ...rows] = table
    .map((row) => row.filter((_, column) => cells.some((cell) => cell[column] !== '')))
    .map((row) => `| ${row.join(' | ')} |`)
  return `## ${title}\n\nStates: ${states.map((state) => `\`${state}\``).join(', ')}.\n\n${text}\n\n${[head, head!.replaceAll(/[^|]+/g, '---'), ...rows].join('\n')}\n`
}

/** Merges rows that differ only in `column`. The merged row takes the position of the first of these rows. */
function joined(rows: readonly string[][], column: number): string[][] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(row.with(column, '')))
  return [...groups.values()].map((group) => group[0]!.with(column, [...new Set(group.map((row) => row[column]!))].join(', ')))
}

const drift = driftedTriggers(readFileSync(resolve(ROOT, 'db/schema.sql'), 'utf8'))
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page)
  if (drift.length > 0) writeMigration()
} else if (readPage() !== page || drift.length > 0) {
  console.error(['docs/states.md or a trigger differs from the rules in src: run node bin/states.ts', ...drift].join('\n'))
  process.exit(1)
}

function writeMigration(): void {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const newest = readdirSync(MIGRATIONS).toSorted().at(-1)!.slice(0, 14)
  const path = resolve(MIGRATIONS, `${now > newest ? now : BigInt(newest) + 1n}_states.sql`)
  const functions = Object.entries(GUARDED).map(([record, rules]) => guardSql(record, rules))
  writeFileSync(path, `-- Written by bin/states.ts from the rules in src.\n${functions.join('\n')}`)
  console.log(`Wrote ${path}: run npm run generate`)
}

function readPage(): string | null {
  try {
    return readFileSync(PAGE, 'utf8')
  } catch {
    return null
  }
}
