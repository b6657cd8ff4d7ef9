// Writes docs/states.md from the rules in src, and a migration when a trigger differs from them.
// With --check, only reports whether all are current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHARGEBACK_RULES, CHARGEBACK_STAGES } from '#admin/disputes/rules.ts'
import { HOLD_RULES, HOLD_STATUSES } from '#commerce/holds/rules.ts'
import { LISTING_REFUSALS, LISTING_RULES, LISTING_STATUSES, REMOVABLE } from '#catalog/listings/rules/listing.ts'
import { OFFER_RULES, OFFER_STATUSES } from '#commerce/offers/rules.ts'
import { conditionsOf, ORDER_RULES, ORDER_STATUSES, type OrderMoney } from '#commerce/orders/rules/order.ts'
import { transitionsSql } from '#core/state-machine.ts'
import { APPROVAL_TASKS, HOLD_TASKS, LISTING_TASKS, MONEY_CASE_TASKS, OFFER_TASKS, ORDER_TASKS } from '#commerce/inbox/rules.ts'
import { TASKS, type TaskKind } from '#core/tasks.ts'
import { driftedTriggers, GUARDED } from '#test/house/states.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = resolve(ROOT, 'docs/states.md')
const MIGRATIONS = resolve(ROOT, 'db/migrations')

/** A state machine: its title, a description, its states and its transitions. */
type Life = { title: string; words: string; states: readonly string[]; rules: readonly Row[] }
type Row = { from: string; operation?: string; by?: string; to: string; also?: string | undefined }

const MONEY: Record<OrderMoney, string> = {
  take: 'the service holds the money',
  'give back all': 'the buyer gets a full refund',
  'give back the part': 'the buyer gets the offered partial refund',
  'pay out': 'the seller is owed the rest',
  'taken by the bank': 'the buyer’s bank has taken the money',
}

const and = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('; ')

/** Every state machine with rules. Add an entry here for each new one. */
const LIVES: readonly Life[] = [
  {
    title: 'Listing',
    words:
      '`sell` is a sale through the service, `edit` a change of text or prices. A refused operation returns 409; a missing title or price returns 400.',
    states: LISTING_STATUSES,
    rules: LISTING_STATUSES.flatMap((status) => [
      ...LISTING_RULES.filter(({ from }) => from === status).map((rule) => ({
        ...rule,
        also: and(
          rule.from === rule.to && 'no change',
          rule.needs && `requires a ${rule.needs.replace('and', 'and a')}`,
          rule.blockedBy && `refused with an ${rule.blockedBy}`,
        ),
      })),
      ...REMOVABLE.filter((from) => from === status).map((from) => ({
        from,
        operation: 'delete',
        by: 'owner',
        to: 'removed',
        also: 'if it was never sold and has no unfinished order',
      })),
      ...Object.entries(LISTING_REFUSALS[status]).map(([operation, also]) => ({ from: status, operation, to: 'refused', also })),
    ]),
  },
  {
    title: 'Offer',
    words:
      'An offer starts as `open` for 48 hours. `agent` is the negotiator, which can only counter. `listing` is a change of the listing: sold, ' +
      'unpublished, removed, closed to offers, or its shop paused or private. Any other transition returns 409 with the current status.',
    states: OFFER_STATUSES,
    rules: OFFER_RULES,
  },
  {
    title: 'Hold',
    words:
      'A hold starts as `asked` for 15 minutes. `provider` is the payment of the deposit, `listing` a change of the item. Any other transition ' +
      'returns 409 with the current status.',
    states: HOLD_STATUSES,
    rules: HOLD_RULES,
  },
  {
    title: 'Order',
    words:
      'An order starts as `awaiting_payment` for 15 minutes, or 24 hours for an accepted offer, and reserves the listing. `service` is the ' +
      'clock. `payment` and `payout` follow from the status and the money: a problem holds the payout, and a completed order makes it due. Any ' +
      'other transition returns 409. The statuses `completed`, `refunded`, `cancelled` and `expired` are final. While the buyer’s bank decides ' +
      'about a payment (`dispute`), its money is locked. A completed order stays `completed`, and its payout becomes `on_hold`.',
    states: ORDER_STATUSES,
    rules: ORDER_RULES.map((rule) => ({
      ...rule,
      also: and(
        conditionsOf(rule).length > 0 && `when ${conditionsOf(rule).join(' and ')}`,
        (rule.money ?? []).map((one) => MONEY[one]).join(', '),
      ),
    })),
  },
  {
    title: 'Chargeback',
    words:
      'The stages of a buyer’s bank dispute, as the provider reports them. Any other transition has no effect: the bank’s decision is final. ' +
      'The ledger records separately how much money the bank holds meanwhile.',
    states: CHARGEBACK_STAGES,
    rules: CHARGEBACK_RULES.map(({ from, to, also }) => ({ from: from ?? 'none', to, also })),
  },
]

/** Returns the table of tasks by state, from the rules behind the Today page, the inbox and the badges. */
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
    Object.entries(table).flatMap(([state, asks]) =>
      asks.map(({ task }) => [record, state, TASKS[task].role, `\`${task}\``, TASKS[task].cost, TASKS[task].late]),
    ),
  )
  const lines = [['Record', 'State', 'Role', 'Task', 'Cost', 'If it is late'], ['---', '---', '---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const page = `<!-- Generated by bin/states.ts from the tables in src: change those, then run node bin/states.ts -->

# States

The transitions of each record. The code and the database triggers use the same tables.

${LIVES.map(drawn).join('\n')}
## Tasks

Each state gives each role at most one task: the first row of that state and role whose condition in \`src/commerce/inbox/rules.ts\` is true.
The cost is the consequence of a late answer: \`money\` is lost, money stays \`held\`, an opportunity is lost (\`time\`), or \`nothing\`.

${tasks()}
`

function drawn({ title, words, states, rules }: Life): string {
  const rows = rules.map(({ from, operation = '', by = '', to, also = '' }) => `| ${[from, operation, by, to, also].join(' | ')} |`)
  const head = ['| From | Operation | By | To | Effect or condition |', '|---|---|---|---|---|']
  return `## ${title}\n\nStates: ${states.map((state) => `\`${state}\``).join(', ')}.\n\n${words}\n\n${[...head, ...rows].join('\n')}\n`
}

const drift = driftedTriggers(readFileSync(resolve(ROOT, 'db/schema.sql'), 'utf8'))
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page)
  if (drift.length > 0) writeMigration()
} else if (readPage() !== page || drift.length > 0) {
  console.error(['docs/states.md or a trigger differs from the rules in src: run node bin/states.ts', ...drift].join('\n'))
  process.exit(1)
}

/** Writes a new migration with the trigger functions of the current rules. Earlier migrations stay unchanged. */
function writeMigration(): void {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const newest = readdirSync(MIGRATIONS).toSorted().at(-1)!.slice(0, 14)
  const path = resolve(MIGRATIONS, `${now > newest ? now : BigInt(newest) + 1n}_states.sql`)
  const functions = Object.entries(GUARDED).map(([record, rules]) => transitionsSql(record, rules))
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
