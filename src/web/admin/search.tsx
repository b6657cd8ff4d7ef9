import type { AnswerOf } from '#platform/http/endpoint.ts'
import type { Operator } from '#platform/context/index.ts'
import { Badge, Button, Empty, Field, Row, Rows, Section, StatusBadge } from '#web/ui/index.ts'
import { api, call, dollarsText, sendOperatorPage, type PageRequest } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { SEARCH as COPY } from './copy.ts'

type SearchResult = AnswerOf<typeof api.searchRecords>

const PATH = '/operator/search'

/** Form that searches accounts, listings and orders. */
export const SearchForm = ({ q = '' }: { q?: string }) => (
  <form class="list-search" method="get" action={PATH} role="search" aria-label={COPY.title}>
    <Field id="find-record" name="find" label={COPY.label} hint={COPY.hint} value={q} maxlength={200} />
    <Button kind="dark" label={COPY.button} />
  </form>
)

async function send(at: PageRequest<Operator>): Promise<Response> {
  const q = (at.c.req.query('find') ?? '').trim().slice(0, 200)
  const found = q === '' ? null : await call(at.ctx, at.viewer, api.searchRecords, { query: { q } })
  return sendOperatorPage(at, {
    current: 'overview',
    title: COPY.title,
    children: (
      <div class="stack">
        <SearchForm q={q} />
        {found ? <Results found={found} /> : null}
      </div>
    ),
  })
}

const Results = ({ found: { accounts, listings, orders } }: { found: SearchResult }) =>
  accounts.length + listings.length + orders.length === 0 ? (
    <Empty icon="search" title={COPY.none}>
      <p>{COPY.noneHint}</p>
    </Empty>
  ) : (
    <>
      {accounts.length > 0 ? (
        <Section id="found-accounts" title={COPY.accounts} className="section">
          <Rows>
            {accounts.map(({ id, name, shops }) => (
              <Row href={accountPath(id)} title={name} line={shops.join(', ') || COPY.noShop} />
            ))}
          </Rows>
        </Section>
      ) : null}
      {listings.length > 0 ? (
        <Section id="found-listings" title={COPY.listings} className="section">
          <Rows>
            {listings.map(({ id, title, status, hidden, url, owner }) => (
              <Row href={url && !hidden ? url : accountPath(owner)} title={title ?? COPY.untitled} line={id}>
                {hidden ? <Badge means="bad">{COPY.hidden}</Badge> : <Badge>{status}</Badge>}
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
      {orders.length > 0 ? (
        <Section id="found-orders" title={COPY.orders} className="section">
          <Rows>
            {orders.map(({ id, title, status, total, seller, disputed }) => (
              <Row href={disputed ? `/operator/disputes/${id}` : accountPath(seller)} title={title} line={`${id} · ${dollarsText(total)}`}>
                <StatusBadge status={status} />
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
    </>
  )

const accountPath = (id: string): string => `/operator/accounts/${id}`

/** `/operator/search`: accounts, listings and orders that match a search. */
export const searchPage = adminPage({ path: PATH, show: send })
