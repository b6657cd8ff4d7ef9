import { plural } from '#core/format/count.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { RULE_OF_THUMB } from '#helpers/research/rules/price-summary.ts'
import { goTo } from '#web/framework/answer.ts'
import { Button, ButtonLink, Countdown, Empty, Form, Timestamp, Section } from '#web/ui/index.ts'
import { readInbox, type Waiting } from '#commerce/inbox/index.ts'
import { shownIn } from '#web/ui/tasks/badges.ts'
import { ElsewhereNote, TaskList, type Special } from '#web/ui/tasks/list.tsx'
import { MONEY_COPY, needText } from '#web/ui/tasks/copy.ts'
import { priceText, stockText } from '#web/framework/format.ts'
import {
  api,
  type PageRequest,
  call,
  dollarsText,
  type Listing,
  type Order,
  type Outcome,
  page,
  sendApp,
  type SentForm,
  type Shop,
} from '#web/framework/page/index.ts'
import { shopsOf } from './shops.ts'
import { MESSAGES } from './copy.ts'

/** `/app` lists open tasks in order of urgency, each with its main action. */
export const todayPage = page({ path: '/app', name: 'today', form: act, show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const shops = await shopsOf(ctx, viewer)
  if (shops.length === 0) return goTo(c, '/app/open-shop')
  const [waiting, drafts, unpaid] = await Promise.all([
    readInbox(ctx, viewer),
    call(ctx, viewer, api.listListings, { query: { status: 'draft', limit: '100' } }),
    call(ctx, viewer, api.listOrders, { query: { role: 'seller', status: 'awaiting_payment', limit: '100' } }),
  ])
  const tasks = shownIn('app', waiting.tasks)
  return sendApp(at, {
    current: 'today',
    title: 'Today',
    intro: needText(tasks.length),
    tasks: waiting.tasks,
    actions: <ButtonLink href="/app/listings/new" kind="dark" icon="plus" label="List an item" />,
    apiCalls: ['GET /inbox', 'GET /listings?status=draft', 'GET /orders?role=seller&status=awaiting_payment'],
    children: (
      <>
        <div id="needs-you" data-live="any">
          {tasks.length === 0 ? <AllDone /> : <TaskList tasks={tasks} now={ctx.now()} special={specialOf(viewer, drafts.data)} />}
          <ElsewhereNote frame="you" tasks={waiting.tasks} />
          <Unpaid orders={unpaid.data} now={ctx.now()} />
          <OthersAtIt waiting={waiting} />
        </div>
        <Week shops={shops} />
      </>
    ),
  })
}

async function act({ ctx, viewer }: PageRequest, { fields: { do: what, id = '', amount = '' } }: SentForm): Promise<Outcome> {
  const to = '/app'
  const params = { id }
  switch (what) {
    case 'accept':
      await call(ctx, viewer, api.acceptOffer, { params, body: { expected_amount: amount } })
      return { to, message: MESSAGES.accepted }
    case 'decline':
      await call(ctx, viewer, api.declineOffer, { params })
      return { to, message: MESSAGES.declined }
    case 'publish':
      await call(ctx, viewer, api.publishListing, { params })
      // publishing can be undone, but a response to a buyer cannot
      return { to, message: MESSAGES.published, undo: { path: to, fields: { do: 'unpublish', id } } }
    case 'unpublish':
      await call(ctx, viewer, api.unpublishListing, { params })
      return { to, message: MESSAGES.unpublished }
    case 'switch-on':
      await switchOn(ctx, viewer)
      return { to, message: MESSAGES.saved }
    default:
      return null
  }
}

async function switchOn(ctx: Context, viewer: Person): Promise<unknown> {
  const { url, events } = await call(ctx, viewer, api.getWebhook)
  return call(ctx, viewer, api.setWebhook, { body: { url: url ?? '', events } })
}

/** Buttons for tasks that the seller can complete on this page. All other tasks link to a separate page. */
const specialOf =
  (viewer: Person, drafts: readonly Listing[]): Special =>
  (task, { href, action }) => {
    const { id, kind } = task
    if (kind === 'decide_approval') return { actions: <ApprovalActions id={id} viewer={viewer} /> }
    if (kind === 'answer_offer') return { actions: <OfferActions id={id} amount={(task.cents ?? 0) / 100} viewer={viewer} /> }
    if (kind === 'switch_on_webhook')
      return {
        actions: (
          <>
            <Do viewer={viewer} action="switch-on" dark label="Turn on" />
            <ButtonLink href={href} small label={action} />
          </>
        ),
      }
    const draft = kind === 'finish_listing' ? drafts.find((one) => one.id === id) : undefined
    return draft && draftRow(viewer, draft)
  }

const ApprovalActions = ({ id, viewer }: { id: string; viewer: Person }) => (
  <>
    <Form action={`/app/approvals/${id}`} viewer={viewer} careful>
      <Button kind="dark" small name="decision" value="approve" label="Approve once" />
    </Form>
    <ButtonLink href={`/app/approvals/${id}`} small label="Review" />
  </>
)

const OfferActions = ({ id, amount, viewer }: { id: string; amount: number; viewer: Person }) => (
  <>
    <Do viewer={viewer} action="accept" id={id} amount={amount} dark careful label={`Accept ${dollarsText(amount)}`} />
    <ButtonLink href={`/app/offers?offer=${id}`} small label="Counter" />
    <Do viewer={viewer} action="decline" id={id} label="Decline" />
  </>
)

const MISSING = { photos: 'add a photo', details: 'add a title', price: 'add a price' } as const

const draftRow = (viewer: Person, { id, name, step, price, research }: Listing): ReturnType<Special> => ({
  copy: {
    what:
      step === 'publish'
        ? `“${name}” is ready to go live`
        : `“${name}” is a draft: ${MISSING[step as keyof typeof MISSING] ?? 'continue editing'}`,
    ...(price !== null && research?.priced_by === 'rule_of_thumb' && price === research.suggested_price
      ? { more: `${RULE_OF_THUMB}: price research filled in ${dollarsText(price)} without comparable sales.` }
      : {}),
  },
  actions: (
    <>
      {step === 'publish' ? <Do viewer={viewer} action="publish" id={id} dark label="Publish" /> : null}
      <ButtonLink href={`/app/listings/${id}`} small label="Continue editing" />
    </>
  ),
})

type DoProps = {
  viewer: Person
  action: string
  id?: string
  amount?: number
  dark?: boolean
  /** True if the action is binding for the seller. A keyboard shortcut then only focuses the button. */
  careful?: boolean
  label: string
}

const Do = ({ viewer, action, id, amount, dark, careful, label }: DoProps) => (
  <Form action="/app" viewer={viewer} careful={careful === true} with={{ id, amount: amount?.toString() }}>
    <Button small do={action} kind={dark ? 'dark' : undefined} label={label} />
  </Form>
)

const AllDone = () => (
  <Empty icon="check" title="Nothing to do">
    <p>New offers, sales, questions and drafts will appear here.</p>
    <ButtonLink href="/app/listings/new" kind="dark" label="List another item" />
  </Empty>
)

/** Unpaid orders, for example from accepted offers. The seller can only wait until the payment deadline. */
const Unpaid = ({ orders, now }: { orders: readonly Order[]; now: Date }) =>
  orders.length === 0 ? null : (
    <Section id="unpaid-title" title="Waiting for payment" className="section">
      <ul class="rows">
        {orders.map(({ id, listing, buyer, total, pay_by }) => (
          <li>
            <div>
              <strong>{listing.title}</strong> {`${buyer.name} · ${dollarsText(total)}`}
              <p class="small quiet">
                <Countdown at={pay_by} now={now} before="Payment due within " over="Not paid in time" />, by <Timestamp at={pay_by} />
              </p>
            </div>
            <ButtonLink href={`/app/orders/${id}`} small label="See the order" />
          </li>
        ))}
      </ul>
    </Section>
  )

/** Payment exceptions that require no action from the seller, who only needs to know about them. */
const OthersAtIt = ({ waiting: { money, tasks } }: { waiting: Waiting }) => {
  const others = money.filter(({ id }) => !tasks.some((task) => task.id === id))
  return others.length === 0 ? null : (
    <Section id="others-title" title="Tasks handled for you" className="section">
      <ul class="rows">
        {others.map(({ kind, order, listing, amountCents }) => (
          <li>
            <span>
              <strong>{MONEY_COPY[kind]}</strong> {[listing, priceText(amountCents)].filter(Boolean).join(' · ')}
            </span>
            <ButtonLink href={order ? `/app/orders/${order}` : '/app/payouts'} small label={order ? 'See the order' : 'See your payouts'} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Week = ({ shops }: { shops: readonly Shop[] }) => (
  <Section id="shops-title" title={plural(shops.length, 'Your shop', 'Your shops')} className="section">
    <ul class="bands" role="list">
      {shops.map(({ slug, name, tone, url, counts, paused }) => (
        <li>
          <a class={`band tone-${tone}`} href={`${url}/`}>
            <span class="title">{name}</span>
            <span class="line">{paused ? 'Paused: no one can buy' : stockText(counts)}</span>
            <span class="small">{slug}</span>
          </a>
        </li>
      ))}
    </ul>
  </Section>
)
