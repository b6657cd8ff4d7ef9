import { Moment } from '#web/components/time.tsx'
import type { Context, Operator } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call, type List } from '#web/app/calling.ts'
import { Badge, Empty } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Field } from '#web/components/field.tsx'
import { Facts } from '#web/components/table.tsx'
import { Pager } from '#web/components/tabs.tsx'
import { counted } from '#web/words.ts'
import { desk, offsetOf, PAGE, pagesOf, sendDesk, type Deed, type Failed } from './desk.tsx'
import { Row, Rows } from './listed.tsx'
import { MeasureList } from './measures.tsx'
import { Judge } from './parts.tsx'
import type { ListedPerson, Measure, OnePerson } from './records.ts'

/** `/operator/accounts`: who is here, and what stands against them. */
export function mountPeople(app: App, ctx: Context): void {
  desk(app, ctx, '/operator/accounts', (c, operator) => sendList(ctx, c, operator))
  desk(
    app,
    ctx,
    '/operator/accounts/:id',
    (c, operator, failed) => sendOne(ctx, c, operator, failed),
    (c, operator, fields) => judge(ctx, operator, c.req.param('id')!, fields),
  )
}

async function sendList(ctx: Context, c: Call, operator: Operator): Promise<Response> {
  const q = (c.req.query('find') ?? '').slice(0, 200)
  const offset = offsetOf(c)
  const people = await call<List<ListedPerson>>(ctx, operator, 'listPeople', { query: { q, limit: String(PAGE), offset: String(offset) } })
  const at = q === '' ? '/operator/accounts' : `/operator/accounts?find=${encodeURIComponent(q)}`
  return sendDesk(ctx, c, operator, {
    current: 'accounts',
    title: 'Accounts',
    intro: q === '' ? counted(people.total, 'account') : `${counted(people.total, 'account')} for “${q}”`,
    children: (
      <div class="stack">
        <form class="desk-find" method="get" action="/operator/accounts" role="search" aria-label="Accounts">
          <Field
            name="find"
            label="Find somebody"
            hint="A name, an email, a shop, or the id of an account, shop, listing or order."
            value={q}
            maxlength={200}
          />
          <Button kind="dark">Find</Button>
        </form>
        {people.data.length === 0 ? (
          <Empty icon="person" title="Nobody found">
            <p>Try fewer letters, or the id of something of theirs.</p>
          </Empty>
        ) : (
          <Rows>
            {people.data.map(({ id, name, email, shops, counts, ...state }) => (
              <Row
                href={`/operator/accounts/${id}`}
                title={name}
                line={`${email ?? 'closed'}${shops.length > 0 ? ` · ${shops.map((shop) => shop.name).join(', ')}` : ''}`}
              >
                <StateBadge {...state} />
                {counts.open_reports > 0 ? <Badge means="warn">{counted(counts.open_reports, 'report')}</Badge> : null}
                {counts.disputes > 0 ? <Badge means="warn">{counted(counts.disputes, 'dispute')}</Badge> : null}
              </Row>
            ))}
          </Rows>
        )}
        <Pager {...pagesOf(at, offset, people.has_more)} more="More" />
      </div>
    ),
  })
}

const StateBadge = ({ operator, suspended_at, closed_at }: Pick<ListedPerson, 'operator' | 'suspended_at' | 'closed_at'>) =>
  closed_at ? (
    <Badge>Closed</Badge>
  ) : suspended_at ? (
    <Badge means="bad">Suspended</Badge>
  ) : operator ? (
    <Badge means="info">Operator</Badge>
  ) : null

async function sendOne(ctx: Context, c: Call, operator: Operator, failed?: Failed): Promise<Response> {
  const id = c.req.param('id')!
  const one = await call<OnePerson>(ctx, operator, 'getPerson', { params: { id } })
  const measures = await call<List<Measure>>(ctx, operator, 'listMeasures', { query: { account: id, limit: '100' } })
  const options = optionsFor(one)
  return sendDesk(ctx, c, operator, {
    current: 'accounts',
    title: one.name,
    intro: one.email ?? 'This account is closed.',
    actions: <StateBadge {...one} />,
    failed,
    children: (
      <div class="two-sides">
        <div class="stack">
          <h2>Measures</h2>
          {measures.data.length === 0 ? (
            <p class="quiet">Nothing was ever hidden or suspended here.</p>
          ) : (
            <MeasureList measures={measures.data} now={ctx.now()} />
          )}
          {options.length === 0 ? null : (
            <>
              <h2>Take one</h2>
              <Judge
                action={`/operator/accounts/${id}`}
                operator={operator}
                label="What to do"
                button="Do it"
                hint="They read it, and can object."
                failed={failed}
                options={options}
              />
            </>
          )}
        </div>
        <section class="stack" aria-label="The account">
          <Facts
            caption="The account"
            rows={[
              ['Since', <Moment at={one.created_at} form="day" />],
              ['For sale', String(one.counts.live)],
              ['Sold', String(one.counts.sales)],
              ['Bought', String(one.counts.purchases)],
              ['Open reports', String(one.counts.open_reports)],
              ['In dispute', String(one.counts.disputes)],
              ...one.shops.map(
                ({ name, slug, suspended, visibility, paused }) =>
                  [
                    'Shop',
                    <>
                      {suspended || visibility === 'private' ? name : <a href={`${ctx.urls.shop(slug)}/`}>{name}</a>}{' '}
                      <span class="small quiet">{suspended ? 'suspended' : paused ? 'paused' : visibility}</span>
                    </>,
                  ] as const,
              ),
              ['Acts', <a href={`/operator/audit?subject=${id}`}>In the audit log</a>],
            ]}
          />
        </section>
      </div>
    ),
  })
}

/** What is not down yet: the account itself, its shops, its listings. */
function optionsFor({ name, operator, suspended_at, closed_at, shops, listings }: OnePerson) {
  if (operator || closed_at) return []
  return [
    ...(suspended_at ? [] : [{ value: 'account', label: `Suspend ${name}’s account`, more: 'all its shops vanish' }]),
    ...shops.flatMap((shop) => (shop.suspended ? [] : [{ value: `shop ${shop.id}`, label: `Suspend the shop ${shop.name}` }])),
    ...listings.flatMap(({ id, title, hidden, status }) =>
      hidden ? [] : [{ value: `listing ${id}`, label: `Hide “${title ?? 'Untitled'}”`, more: status }],
    ),
  ]
}

function judge(ctx: Context, operator: Operator, id: string, { do: what = '', reason = '' }: Record<string, string>): Deed {
  const [kind, subject = id] = what.split(' ')
  const endpoint = kind && Object.hasOwn(TAKES, kind) ? TAKES[kind as keyof typeof TAKES] : undefined
  if (!endpoint) return null
  return {
    work: () => call(ctx, operator, endpoint, { params: { id: subject }, body: { reason } }),
    to: `/operator/accounts/${encodeURIComponent(id)}`,
    said: 'hidden',
  }
}

const TAKES = { account: 'suspendAccount', shop: 'suspendShop', listing: 'hideListing' } as const
