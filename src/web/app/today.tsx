import { plural } from '#domain/formats/counts.ts'
import type { Child } from 'hono/jsx'
import type { Context, Person } from '#context.ts'
import { RULE_OF_THUMB } from '#domain/price-words.ts'
import type { App } from '#lib/http/mount.ts'
import { goTo, type Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { Countdown } from '#web/components/time.tsx'
import { counted, stockWords } from '#web/words.ts'
import { call, tried, type List, type Problem } from './calling.ts'
import { sendAppPage, shopsOf } from './frame.tsx'
import { doneAt, place } from './places.ts'
import { dollarsText, type Approval, type Inbox, type Listing, type Offer, type Shop, type Thread, type Webhook } from './records.ts'
import type { Taken } from './taking.ts'

/** `/app`: one ordered list of what needs me, each with its main action. */
export const mountToday = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app',
    'today',
    (c, viewer) => send(ctx, c, viewer),
    (c, taken) => act(ctx, c, taken),
  )

/** `lasts`: until when it can be done; what has no end comes after what has. */
type Task = {
  id: string
  icon: IconName
  what: Child
  more?: Child
  lasts: Date | null
  /** What the time is for. */ before?: string
  actions: Child
}

async function send(ctx: Context, c: Call, viewer: Person, problem?: Problem): Promise<Response> {
  const shops = await shopsOf(ctx, viewer)
  if (shops.length === 0) return goTo(c, '/app/open-shop')
  const tasks = await tasksOf(ctx, viewer)
  return sendAppPage(ctx, c, viewer, {
    current: 'today',
    title: 'Today',
    intro: tasks.length === 0 ? 'Nothing needs you.' : `${counted(tasks.length, 'thing')} ${plural(tasks.length, 'needs', 'need')} you.`,
    actions: (
      <ButtonLink href="/app/listings/new" kind="dark" icon="plus">
        List a thing
      </ButtonLink>
    ),
    problem,
    undo: undoOf(c),
    twin: [
      { method: 'GET', path: '/inbox' },
      { method: 'GET', path: '/listings?status=draft' },
    ],
    children: (
      <>
        {tasks.length === 0 ? <AllDone /> : <Tasks tasks={tasks} now={ctx.now()} />}
        <Week shops={shops} />
      </>
    ),
  })
}

async function act(ctx: Context, c: Call, { viewer, fields }: Taken): Promise<Response> {
  const { id = '', amount = '' } = fields
  const [said, work] = ACTIONS[fields.do ?? ''] ?? []
  if (!said || !work) return send(ctx, c, viewer)
  const result = await tried(() => work(ctx, viewer, id, amount))
  if ('problem' in result) return send(ctx, c, viewer, result.problem)
  return doneAt(c, said === 'published' ? `/app?id=${encodeURIComponent(id)}` : '/app', said)
}

/** What was made public here can be taken back; what was promised to somebody cannot. */
function undoOf(c: Call): { action: string; fields: Record<string, string> } | undefined {
  const id = c.req.query('id')
  return id && c.req.query('said') === 'published' ? { action: '/app', fields: { do: 'unpublish', id } } : undefined
}

type Action = readonly [
  'accepted' | 'declined' | 'published' | 'unpublished' | 'saved',
  (ctx: Context, viewer: Person, id: string, amount: string) => Promise<unknown>,
]

const ACTIONS: Readonly<Record<string, Action>> = {
  accept: [
    'accepted',
    (ctx, viewer, id, amount) => call(ctx, viewer, 'acceptOffer', { params: { id }, body: { expected_amount: amount } }),
  ],
  decline: ['declined', (ctx, viewer, id) => call(ctx, viewer, 'declineOffer', { params: { id } })],
  publish: ['published', (ctx, viewer, id) => call(ctx, viewer, 'publishListing', { params: { id } })],
  unpublish: ['unpublished', (ctx, viewer, id) => call(ctx, viewer, 'unpublishListing', { params: { id } })],
  'switch-on': ['saved', switchOn],
}

/** The webhook as it was, on again. */
async function switchOn(ctx: Context, viewer: Person): Promise<unknown> {
  const { url, events } = await call<Webhook>(ctx, viewer, 'getWebhook')
  return call(ctx, viewer, 'setWebhook', { body: { url, events: [...events] } })
}

async function tasksOf(ctx: Context, viewer: Person): Promise<Task[]> {
  const ask = <T,>(id: string, query: object = {}) => call<T>(ctx, viewer, id, { query: { ...query } })
  const [inbox, approvals, webhook, drafts, threads] = await Promise.all([
    ask<Inbox>('getInbox'),
    ask<List<Approval>>('listApprovals', { status: 'pending' }),
    ask<Webhook>('getWebhook'),
    ask<List<Listing>>('listListings', { status: 'draft', limit: '20' }),
    ask<List<Thread>>('listThreads', { role: 'seller', waiting: 'true' }),
  ])
  const tasks = [
    ...(webhook.url !== null && !webhook.enabled ? [webhookTask(viewer)] : []),
    ...inbox.money_problems.map(moneyTask),
    ...approvals.data.map((one) => approvalTask(viewer, one)),
    ...inbox.offers_to_answer.map((one) => offerTask(viewer, one)),
    ...inbox.sales_to_ship.map(saleTask),
    ...threads.data.map(threadTask),
    ...drafts.data.map((one) => draftTask(viewer, one)),
  ]
  return tasks.toSorted((one, other) => (one.lasts?.getTime() ?? Infinity) - (other.lasts?.getTime() ?? Infinity) || 0)
}

const MONEY: Readonly<Record<Inbox['money_problems'][number]['kind'], string>> = {
  chargeback: 'A buyer’s bank wants the payment back',
  refund_failed: 'A refund did not arrive',
  transfer_failed: 'The payment provider does not take your money',
  transfer_reversed: 'Money came back from your account',
  payout_failed: 'Your bank did not take your money',
  account_stopped: 'Your payout account cannot be paid',
  mismatch: 'Something about your money is looked at',
}

const moneyTask = ({ kind, amount, order, listing, created_at }: Inbox['money_problems'][number]): Task => ({
  id: `money-${kind}-${created_at}`,
  icon: 'warning',
  what: MONEY[kind],
  more: [listing?.title, dollarsText(amount)].filter(Boolean).join(' · '),
  lasts: null,
  actions: (
    <ButtonLink href={order ? `/app/orders/${order}` : '/app/payouts'} small>
      {order ? 'See the order' : 'See your payouts'}
    </ButtonLink>
  ),
})

const webhookTask = (viewer: Person): Task => ({
  id: 'webhook',
  icon: 'warning',
  what: 'Your webhook was switched off: three days without an answer',
  more: 'Events are kept for 30 days and can be sent again from its log.',
  lasts: null,
  actions: (
    <>
      <Do viewer={viewer} action="switch-on" dark>
        Switch it on
      </Do>
      <ButtonLink href="/app/developers/webhook" small>
        See its log
      </ButtonLink>
    </>
  ),
})

const approvalTask = (viewer: Person, { id, key, summary, expires_at }: Approval): Task => ({
  id,
  icon: 'key',
  what: `“${key.name}” asks: ${summary}`,
  lasts: new Date(expires_at),
  actions: (
    <>
      <Form action={`/app/approvals/${id}`} viewer={viewer} careful>
        <Button kind="dark" small name="decision" value="approve">
          Approve once
        </Button>
      </Form>
      <ButtonLink href={`/app/approvals/${id}`} small>
        Look at it
      </ButtonLink>
    </>
  ),
})

const offerTask = (viewer: Person, { id, amount, listing, buyer, expires_at }: Inbox['offers_to_answer'][number] | Offer): Task => ({
  id,
  icon: 'tag',
  what: `${buyer.name} offers ${dollarsText(amount)} for ${listing.title}, which asks ${dollarsText(listing.price)}`,
  lasts: new Date(expires_at),
  actions: (
    <>
      <Do viewer={viewer} action="accept" id={id} amount={amount} dark careful>
        Accept {dollarsText(amount)}
      </Do>
      <ButtonLink href={`/app/offers#${id}`} small>
        Counter
      </ButtonLink>
      <Do viewer={viewer} action="decline" id={id}>
        Turn down
      </Do>
    </>
  ),
})

const saleTask = ({ id, listing, buyer, total, ship_by }: Inbox['sales_to_ship'][number]): Task => ({
  id,
  icon: 'box',
  what: `${buyer.name} paid ${dollarsText(total)} for ${listing.title}: send it`,
  more: 'Not sent by then, it is cancelled and paid back by itself.',
  before: 'Send within ',
  lasts: ship_by === null ? null : new Date(ship_by),
  actions: (
    <ButtonLink href={`/app/orders/${id}`} small kind="dark">
      Ship it
    </ButtonLink>
  ),
})

const waitsFor = (from: Thread['last_message']['from'], needsOwner: boolean): string => {
  if (from === 'buyer') return 'asks about'
  return needsOwner ? 'waits for your word on' : 'has your helper’s answer about'
}

const threadTask = ({ id, buyer, listing, shop, last_message, needs_owner }: Thread): Task => ({
  id,
  icon: 'chat',
  what: `${buyer.name} ${waitsFor(last_message.from, needs_owner)} ${listing?.title ?? shop.name}`,
  more: `${last_message.from === 'agent' ? 'Your helper said: ' : ''}“${last_message.text.slice(0, 140)}”`,
  lasts: null,
  actions: (
    <ButtonLink href={`/app/messages/${id}`} small kind="dark">
      Answer
    </ButtonLink>
  ),
})

const MISSING = { photos: 'it has no photo yet', details: 'it has no title yet', price: 'it has no price yet' } as const

const draftTask = (viewer: Person, { id, name, step, price, research }: Listing): Task => ({
  id,
  icon: 'pencil',
  what:
    step === 'publish'
      ? `“${name}” is ready to go live`
      : `“${name}” is a draft: ${MISSING[step as keyof typeof MISSING] ?? 'go on with it'}`,
  ...(price !== null && research?.priced_by === 'rule_of_thumb' && price === research.suggested_price
    ? { more: `${RULE_OF_THUMB}: its price of ${dollarsText(price)} was filled in with no sales to compare with.` }
    : {}),
  lasts: null,
  actions: (
    <>
      {step === 'publish' ? (
        <Do viewer={viewer} action="publish" id={id} dark>
          Publish
        </Do>
      ) : null}
      <ButtonLink href={`/app/listings/${id}`} small>
        Go on with it
      </ButtonLink>
    </>
  ),
})

type DoProps = {
  viewer: Person
  action: string
  id?: string
  amount?: number
  dark?: boolean
  /** It promises something to somebody: one key goes to it, and does not do it. */
  careful?: boolean
  children?: Child
}

const Do = ({ viewer, action, id, amount, dark, careful, children }: DoProps) => (
  <Form action="/app" viewer={viewer} careful={careful === true}>
    {id ? <input type="hidden" name="id" value={id} /> : null}
    {amount === undefined ? null : <input type="hidden" name="amount" value={String(amount)} />}
    <Button small name="do" value={action} {...(dark ? { kind: 'dark' as const } : {})}>
      {children}
    </Button>
  </Form>
)

const Tasks = ({ tasks, now }: { tasks: readonly Task[]; now: Date }) => (
  <ol class="tasks" role="list" aria-label="What needs you" data-island="tasks">
    {tasks.map(({ id, icon, what, more, lasts, before = 'Answer within ', actions }) => (
      <li id={id}>
        <Icon name={icon} />
        <div class="what">
          <p>
            <strong>{what}</strong>
          </p>
          {lasts ? (
            <p class="small quiet">
              <Countdown at={lasts} now={now} before={before} over="Time is up" />
            </p>
          ) : null}
          {more ? <p class="small quiet">{more}</p> : null}
        </div>
        <div class="actions">{actions}</div>
      </li>
    ))}
  </ol>
)

const AllDone = () => (
  <Empty icon="check" title="Nothing needs you">
    <p>Offers, sales, questions and drafts come here as they happen.</p>
    <ButtonLink href="/app/listings/new" kind="dark">
      List the next thing
    </ButtonLink>
  </Empty>
)

const Week = ({ shops }: { shops: readonly Shop[] }) => (
  <section class="section" aria-labelledby="shops-title">
    <h2 id="shops-title">{plural(shops.length, 'Your shop', 'Your shops')}</h2>
    <ul class="bands" role="list">
      {shops.map(({ slug, name, tone, url, counts, paused }) => (
        <li>
          <a class={`band tone-${tone}`} href={`${url}/`}>
            <span class="title">{name}</span>
            <span class="line">{paused ? 'Resting: nobody can buy' : stockWords(counts)}</span>
            <span class="small">{slug}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
