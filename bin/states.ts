// Draws docs/states.md from the state tables in src/domain. With --check it only says whether the page is true.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHARGEBACK_RULES, CHARGEBACK_STAGES } from '#domain/chargeback.ts'
import { LISTING_RULES, LISTING_OPERATIONS, LISTING_STATUSES } from '#domain/listing.ts'
import { OFFER_RULES, OFFER_STATUSES } from '#domain/offer.ts'
import { conditionsOf, ORDER_OPERATIONS, ORDER_RULES, ORDER_STATUSES, type OrderMoney } from '#domain/order.ts'

import { APPROVAL_TASKS, HOLD_TASKS, LISTING_TASKS, MONEY_CASE_TASKS, OFFER_TASKS, ORDER_TASKS } from '#domain/task-rules.ts'
import { TASKS, type TaskKind } from '#domain/tasks.ts'

const PAGE = resolve(import.meta.dirname, '../docs/states.md')

/** One life: what it is called, what must be said of it, the states it knows, and a row for each way from one to another. */
type Life = { title: string; words: string; states: readonly string[]; head: readonly string[]; rows: readonly (readonly string[])[] }

/** Every life that has a table; a new one adds its entry here. */
const LIVES: readonly Life[] = [listings(), offers(), orders(), chargebacks()]

function listings(): Life {
  const row = (operation: (typeof LISTING_OPERATIONS)[number], status: (typeof LISTING_STATUSES)[number]) => {
    const rule = LISTING_RULES[operation][status]
    const name = operation.replaceAll('_', '-')
    if (rule === 'stay') return [status, name, status, 'nothing moves']
    if (rule === 'remove') return [status, name, 'removed', 'if it was never sold and no order on it is unfinished']
    if ('refuse' in rule) return [status, name, 'refused', rule.refuse]
    const needs = [rule.needs && `needs a ${rule.needs.replace('and', 'and a')}`, rule.blockedBy && `not with an ${rule.blockedBy}`]
    return [status, name, rule.to, needs.filter(Boolean).join(', ')]
  }
  return {
    title: 'Listing',
    words: '`sell` is a sale through the service, `edit` a change of words or prices. A refusal is 409; a missing title or price is 400.',
    states: LISTING_STATUSES,
    head: ['From', 'Operation', 'To', ''],
    rows: LISTING_STATUSES.flatMap((status) => LISTING_OPERATIONS.map((operation) => row(operation, status))),
  }
}

function offers(): Life {
  return {
    title: 'Offer',
    words:
      'It begins `open` for 48 hours. `agent` is the negotiator, which can do nothing else; `listing` is what became of the listing: sold, ' +
      'unpublished, removed, closed to offers, or its shop paused or private. Whatever is not here is 409 with the status that is true now.',
    states: OFFER_STATUSES,
    head: ['From', 'Operation', 'By', 'To', ''],
    rows: OFFER_RULES.map(({ from, operation, by, to, also }) => [from, operation, by, to, also ?? '']),
  }
}

function orders(): Life {
  const money: Record<OrderMoney, string> = {
    take: 'the money is held',
    'give back all': 'everything goes back to the buyer',
    'give back the part': 'the offered part goes back to the buyer',
    'pay out': 'the rest is owed to the seller',
    'taken by the bank': 'the buyer’s bank has taken it',
  }
  return {
    title: 'Order',
    words:
      'It begins `awaiting_payment` for 15 minutes, or 24 hours for an accepted offer, and keeps the listing for its buyer. `service` is the ' +
      'clock. `payment` and `payout` follow from the status and the money: a problem holds the payout, a completed order owes it. Whatever is ' +
      'not here is 409; what is completed, refunded, cancelled or expired stays so. While the bank of a buyer decides about a payment ' +
      '(`dispute`), nobody moves its money; of a completed order the status stays, and its payout is `on_hold`.',
    states: ORDER_STATUSES,
    head: ['From', 'Operation', 'By', 'To', 'When', ''],
    rows: ORDER_STATUSES.flatMap((from) =>
      ORDER_OPERATIONS.flatMap((operation) => {
        const move = ORDER_RULES[operation][from]
        if (!move) return []
        return [
          [
            from,
            operation,
            move.by.join(', '),
            move.to,
            conditionsOf(move).join(', '),
            (move.money ?? []).map((one) => money[one]).join(', '),
          ],
        ]
      }),
    ),
  }
}

function chargebacks(): Life {
  return {
    title: 'Chargeback',
    words:
      'What a buyer’s bank does about a payment, as the provider tells it. Whatever is not here moves nothing: what a bank has decided stays. ' +
      'What it holds of the money meanwhile is in the books by itself, as often as that changes.',
    states: CHARGEBACK_STAGES,
    head: ['From', 'To', ''],
    rows: CHARGEBACK_RULES.map(({ from, to, also }) => [from ?? 'nothing heard', to, also]),
  }
}

/** What each state asks of whom: the same rows that Today, the inbox and the badges read. */
function tasks(): string {
  const tables: readonly [string, Readonly<Record<string, readonly { task: TaskKind }[]>>][] = [
    ['order', ORDER_TASKS],
    ['offer', OFFER_TASKS],
    ['hold', HOLD_TASKS],
    ['approval', APPROVAL_TASKS],
    ['money case', MONEY_CASE_TASKS],
    ['listing', LISTING_TASKS],
  ]
  const rows = tables.flatMap(([record, table]) =>
    Object.entries(table).flatMap(([state, asks]) =>
      asks.map(({ task }) => [record, state, TASKS[task].role, `\`${task}\``, TASKS[task].cost, TASKS[task].late]),
    ),
  )
  const lines = [['Record', 'State', 'Who', 'Task', 'Cost', 'When it is late'], ['---', '---', '---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const page = `<!-- Drawn by bin/states.ts from the tables in src/domain: change those, then run node bin/states.ts -->

# States

What can happen to each record, and what it is after. The code reads the same tables.

${LIVES.map(drawn).join('\n')}
## What is owed

Each state asks at most one thing of each role: of the rows of one state and role the first that holds, by the conditions in src/domain/task-rules.ts. \`cost\` is
what it costs to be late: \`money\` is lost by silence, \`held\` until somebody acts, \`time\` a chance that ends, \`nothing\` but patience.

${tasks()}
`

function drawn({ title, words, states, head, rows }: Life): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells))].join('\n')
  return `## ${title}\n\nStates: ${states.map((state) => `\`${state}\``).join(', ')}.\n\n${words}\n\n${table}\n`
}

if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readPage() !== page) {
  console.error('docs/states.md tells of other states than src/domain: run node bin/states.ts')
  process.exit(1)
}

function readPage(): string | null {
  try {
    return readFileSync(PAGE, 'utf8')
  } catch {
    return null
  }
}
