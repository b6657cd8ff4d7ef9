import type { Operator } from '#platform/context/index.ts'
import { Badge, Button, Empty, Facts, Field, Timestamp, Pager, Table } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { PAGE, api, call, pageAt, sendOperatorPage, type PageRequest, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { MeasureList } from './moderation.tsx'
import { HIDDEN, Judge, nothingChosen } from './parts.tsx'
import type { ListedPerson, OnePerson } from '#web/framework/page/records.ts'

async function sendList(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const q = (c.req.query('find') ?? '').slice(0, 200)
  const { query, links } = pageAt(c, PAGE)
  const people = await call(ctx, operator, api.listPeople, { query: { q, ...query } })
  return sendOperatorPage(at, {
    current: 'accounts',
    title: 'Accounts',
    intro: q === '' ? counted(people.total, 'account') : `${counted(people.total, 'account')} for “${q}”`,
    children: (
      <div class="stack">
        <form class="list-search" method="get" action="/operator/accounts" role="search" aria-label="Accounts">
          <Field
            name="find"
            label="Find an account"
            hint="Enter a name, email or shop, or the ID of an account, shop, listing or order."
            value={q}
            maxlength={200}
          />
          <Button kind="dark" label="Find" />
        </form>
        {people.data.length === 0 ? (
          <Empty icon="person" title="No accounts found">
            <p>Try a shorter search, or search for the ID of one of the account’s shops, listings or orders.</p>
          </Empty>
        ) : (
          <Table caption="Accounts" columns={COLUMNS}>
            {people.data.map((one) => (
              <PersonLine one={one} />
            ))}
          </Table>
        )}
        <Pager {...links(people.total)} more="Next page" />
      </div>
    ),
  })
}

const COLUMNS = [
  'Account',
  { label: 'Shops', minor: true },
  { label: 'For sale', number: true, minor: true },
  { label: 'Sold', number: true, minor: true },
  { label: 'Bought', number: true, minor: true },
  { label: 'Reports', number: true },
  { label: 'Disputes', number: true },
]

const PersonLine = ({ one: { id, name, email, shops, counts, ...state } }: { one: ListedPerson }) => (
  <tr>
    <th scope="row">
      <a href={`/operator/accounts/${id}`}>{name}</a>
      <span class="kind small quiet">{email ?? 'closed'}</span>
      <StateBadge {...state} />
    </th>
    <td>{shops.map((shop) => shop.name).join(', ')}</td>
    <td class="number">{counts.live}</td>
    <td class="number">{counts.sales}</td>
    <td class="number">{counts.purchases}</td>
    <td class="number">
      <Waiting count={counts.open_reports} />
    </td>
    <td class="number">
      <Waiting count={counts.disputes} />
    </td>
  </tr>
)

const Waiting = ({ count }: { count: number }) => (count > 0 ? <Badge means="warn">{count}</Badge> : <>0</>)

const StateBadge = ({ operator, suspended_at, closed_at }: Pick<ListedPerson, 'operator' | 'suspended_at' | 'closed_at'>) =>
  closed_at ? (
    <Badge>Closed</Badge>
  ) : suspended_at ? (
    <Badge means="bad">Suspended</Badge>
  ) : operator ? (
    <Badge means="info">Operator</Badge>
  ) : null

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const id = c.req.param('id')!
  const one = await call(ctx, operator, api.getPerson, { params: { id } })
  const measures = await call(ctx, operator, api.listMeasures, { query: { account: id, limit: '100' } })
  const options = optionsFor(one)
  const hasMore = options.some(({ value }) => value === OTHER)
  return sendOperatorPage(at, {
    current: 'accounts',
    title: one.name,
    intro: one.email ?? 'This account is closed.',
    actions: <StateBadge {...one} />,
    children: (
      <div class="two-sides">
        <div class="stack">
          <section class="panel" aria-label="Account">
            <Facts
              caption="Account"
              rows={[
                ['Created', <Timestamp at={one.created_at} form="day" />],
                ['For sale', String(one.counts.live)],
                ['Sold', String(one.counts.sales)],
                ['Bought', String(one.counts.purchases)],
                ['Open reports', <Waiting count={one.counts.open_reports} />],
                ['Open disputes', <Waiting count={one.counts.disputes} />],
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
                ['Audit log', <a href={`/operator/audit?subject=${id}`}>Entries for this account</a>],
              ]}
            />
          </section>
          <section class="stack" aria-labelledby="actions-taken">
            <h2 id="actions-taken">Moderation actions</h2>
            {measures.data.length === 0 ? (
              <p class="quiet">No moderation actions on this account.</p>
            ) : (
              <MeasureList measures={measures.data} now={ctx.now()} />
            )}
          </section>
        </div>
        {options.length === 0 ? null : (
          <section class="panel" aria-labelledby="new-action">
            <h2 id="new-action">New action</h2>
            <Judge
              action={`/operator/accounts/${id}`}
              at={at}
              label="Action"
              button="Apply"
              hint="The owner will see the reason and can appeal."
              options={options}
            >
              {hasMore ? (
                <Field
                  name="listing"
                  label="Listing ID"
                  hint="Needed only for a listing that is not in the list above. The list shows the 100 most recently changed listings."
                  value={at.typed.listing ?? ''}
                  maxlength={40}
                />
              ) : null}
            </Judge>
          </section>
        )}
      </div>
    ),
  })
}

/** Form value for a listing that the page does not show. If the operator chooses it, they enter the listing's id. */
const OTHER = 'other listing'
const LISTINGS_SHOWN = 100

/** Returns the moderation actions that are still available to the operator. */
function optionsFor({ name, operator, suspended_at, closed_at, shops, listings }: OnePerson) {
  if (operator || closed_at) return []
  return [
    ...(suspended_at ? [] : [{ value: 'account', label: `Suspend ${name}’s account`, more: 'hides all of its shops' }]),
    ...shops.flatMap((shop) => (shop.suspended ? [] : [{ value: `shop ${shop.id}`, label: `Suspend the shop ${shop.name}` }])),
    ...listings.flatMap(({ id, title, hidden, status }) =>
      hidden ? [] : [{ value: `listing ${id}`, label: `Hide “${title ?? 'Untitled'}”`, more: status }],
    ),
    ...(listings.length < LISTINGS_SHOWN ? [] : [{ value: OTHER, label: 'Hide a different listing by its ID' }]),
  ]
}

async function judge(at: PageRequest<Operator>, { fields: { do: what = '', reason = '', listing = '' } }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer: operator } = at
  const id = c.req.param('id')!
  const [kind, subject = id] = (what === OTHER ? `listing ${listing.trim()}` : what).split(' ')
  const sent = { params: { id: subject }, body: { reason } }
  if (kind === 'account') await call(ctx, operator, api.suspendAccount, sent)
  else if (kind === 'shop') await call(ctx, operator, api.suspendShop, sent)
  else if (kind === 'listing') await call(ctx, operator, api.hideListing, sent)
  else throw nothingChosen()
  return { to: `/operator/accounts/${encodeURIComponent(id)}`, message: HIDDEN }
}

/** `/operator/accounts`: accounts, and the moderation actions against them. */
export const PEOPLE_PAGES = [
  adminPage({ path: '/operator/accounts', show: sendList }),
  adminPage({
    path: '/operator/accounts/:id',
    form: judge,
    show: sendOne,
  }),
]
