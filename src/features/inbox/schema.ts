import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#domain/chargeback.ts'
import { MONEY_CASE_KINDS } from '#domain/money-case.ts'
import { TASK_COSTS, TASK_KINDS, TASK_RECORDS, TASK_ROLES } from '#domain/tasks.ts'
import { timestamp } from '#lib/http/fields.ts'

const who = {
  shop: z.object({ slug: z.string(), name: z.string() }),
  buyer: z.object({ name: z.string() }),
}

const offer = {
  object: z.literal('offer'),
  id: z.string(),
  amount: z.number(),
  note: z.string(),
  counter: z
    .object({ amount: z.number(), note: z.string().nullable(), by: z.enum(['owner', 'agent']).nullable(), expires_at: timestamp() })
    .nullable(),
  listing: z.object({ id: z.string(), title: z.string(), price: z.number() }),
  ...who,
  expires_at: timestamp(),
  created_at: timestamp(),
}

/**
 * interface, inbox. Of each list at most 100, what ends soonest first. `unread_threads` and `unread_as_buyer` count
 * conversations. The fields of an offer are those of completions 6. `tasks` (an extension) is the one list behind it and behind the
 * pages: who owes what, until when, and what lateness costs; the dearest first.
 */
export const Inbox = z
  .object({
    object: z.literal('inbox'),
    offers_to_answer: z.array(z.object({ ...offer, status: z.literal('open') })),
    sales_to_ship: z.array(
      z.object({
        object: z.literal('order'),
        id: z.string(),
        status: z.literal('paid'),
        total: z.number(),
        ship_by: timestamp().nullable(),
        listing: z.object({ id: z.string(), title: z.string() }),
        ...who,
      }),
    ),
    money_problems: z.array(
      z.object({
        object: z.literal('money_problem'),
        kind: z.enum(MONEY_CASE_KINDS),
        stage: z.enum(CHARGEBACK_STAGES).nullable(),
        amount: z.number(),
        order: z.string().nullable(),
        listing: z.object({ title: z.string() }).nullable(),
        created_at: timestamp(),
      }),
    ),
    unread_threads: z.int(),
    counters_to_answer: z.array(z.object({ ...offer, status: z.literal('countered') })),
    unread_as_buyer: z.int(),
    tasks: z.array(
      z.object({
        object: z.literal('task'),
        kind: z.enum(TASK_KINDS),
        role: z.enum(TASK_ROLES),
        record: z.object({ object: z.enum(TASK_RECORDS), id: z.string() }),
        title: z.string().nullable(),
        shop: z.object({ slug: z.string(), name: z.string() }).nullable(),
        amount: z.number().nullable(),
        until: timestamp().nullable(),
        cost: z.enum(TASK_COSTS),
        late: z.string(),
      }),
    ),
  })
  .meta({ id: 'Inbox' })
