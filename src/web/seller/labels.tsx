import { PostalAddress, type Place } from '#web/ui/address.tsx'
import { MAX_LABELS, readLabelPicture } from '#commerce/labels/index.ts'
import { Button, ButtonLink, Check, Empty, Form, Notice } from '#web/ui/index.ts'
import { api, call, page, sendApp, type Order, type Outcome, type PageRequest, type SentForm } from '#web/framework/page/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { counted } from '#web/framework/format.ts'
import { labelOf, type Label } from './order-label.tsx'

/** `/app/labels` buys the cheapest label for each order that is waiting to be shipped. */
export const labelsPage = page({
  path: '/app/labels',
  name: 'shipping labels',
  evenSuspended: true,
  files: true,
  form: buy,
  show: sendList,
})

/** `/app/labels/picture` serves the carrier's image of a label, because our pages load nothing from other hosts. */
export const labelPicturePage = page({ path: '/app/labels/picture', name: 'label picture', show: sendPicture })

/** `/app/labels/print` shows the labels and packing slips for several orders, one per sheet. */
export const printLabelsPage = page({ path: '/app/labels/print', name: 'labels to print', show: sendSheets })

async function sendPicture({ ctx, c, viewer }: PageRequest): Promise<Response> {
  const { bytes, type } = await readLabelPicture(ctx, viewer, c.req.query('order') ?? '')
  const headers = { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" }
  return c.body(bytes, 200, { ...headers, 'Cache-Control': 'private, max-age=3600' })
}

async function buy({ ctx, viewer }: PageRequest, { all }: SentForm): Promise<Outcome> {
  const orders = all('orders').slice(0, MAX_LABELS)
  const { data } = await call(ctx, viewer, api.buyLabels, { body: { orders } })
  const bought = data.filter(({ ok }) => ok).map(({ order }) => order)
  const failed = data.filter(({ ok }) => !ok).map(({ order }) => order)
  const to = bought.length > 0 ? ROUTES.printLabels(bought, failed) : `/app/labels?failed=${failed.length}`
  return { to, message: `${counted(bought.length, 'label')} bought.` }
}

/** Returns the orders that are not shipped yet, sorted by deadline. */
const toShip = async ({ ctx, viewer }: PageRequest): Promise<Order[]> => {
  const query = { role: 'seller', status: 'paid', limit: '100' }
  const { data } = await call(ctx, viewer, api.listOrders, { query })
  return (
    data
      // excludes purchases of several items, which are sent in one parcel: only the seller knows the parcel's size, so the label is bought
      // on the order page
      .filter(({ pickup, purchase }) => !pickup && purchase === null)
      .toSorted((one, other) => ((one.ship_by ?? '') < (other.ship_by ?? '') ? -1 : 1))
      .slice(0, MAX_LABELS)
  )
}

async function sendList(at: PageRequest): Promise<Response> {
  const orders = await toShip(at)
  const failed = Number(at.c.req.query('failed') ?? 0)
  return sendApp(at, {
    current: 'orders',
    title: 'Shipping labels',
    intro: `Buy the cheapest label for each order, at most ${MAX_LABELS} at a time. We will deduct the cost from your share of each order.`,
    apiCalls: [['POST /labels', { orders: orders.slice(0, 2).map(({ id }) => id) }]],
    children:
      orders.length === 0 ? (
        <Empty icon="box" title="Nothing to ship">
          <p>Paid orders will appear here.</p>
          <ButtonLink href="/app/orders" label="See orders" />
        </Empty>
      ) : (
        <div class="stack">
          {failed > 0 ? (
            <Notice means="warn">
              <p>
                No label could be bought for {counted(failed, 'order')}. Open an order to see what is missing: the parcel, or the address
                that you ship from.
              </p>
            </Notice>
          ) : null}
          <Form class="form wide" action="/app/labels" viewer={at.viewer} label="Orders to ship">
            {orders.map(({ id, listing, buyer, address }) => (
              <Check name="orders" value={id} checked label={`${listing.title} · ${address?.name ?? buyer.name}`} />
            ))}
            <Button kind="dark" label="Buy labels" />
          </Form>
        </div>
      ),
  })
}

async function sendSheets(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const ids = [...new Set(c.req.queries('order') ?? [])].slice(0, MAX_LABELS)
  const failed = [...new Set(c.req.queries('failed') ?? [])].slice(0, MAX_LABELS)
  const sheets: { order: Order; label: Label }[] = []
  for (const id of ids) sheets.push({ order: await call(ctx, viewer, api.getOrder, { params: { id } }), label: await labelOf(at, id) })
  const shops = await call(ctx, viewer, api.listShops)
  const from = new Map(shops.data.map(({ slug, ship_from: address }) => [slug, address]))
  return sendApp(at, {
    current: 'orders',
    title: 'Labels and packing slips',
    apiCalls: ids.slice(0, 1).map((id) => `GET /orders/${id}/label` as const),
    children: (
      <div class="stack">
        <p class="screen-only">Print this page from your browser. Each label and each packing slip is on a separate sheet.</p>
        {failed.length > 0 ? (
          <Notice means="warn">
            <p>No label was bought for these orders. Open each order to see what is missing:</p>
            <ul>
              {failed.map((id) => (
                <li>
                  <a href={`/app/orders/${encodeURIComponent(id)}`}>{id}</a>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {sheets.map(({ order, label }) => (
          <>
            {label ? <LabelSheet order={order} label={label} from={from.get(order.shop.slug) ?? null} /> : null}
            <PackingSlip order={order} />
          </>
        ))}
      </div>
    ),
  })
}

type LabelProps = { order: Order; label: NonNullable<Label>; from: Place | null }

const LabelSheet = ({ order, label, from }: LabelProps) => (
  <section class="panel sheet" aria-label={`Shipping label: ${order.listing.title}`}>
    {label.image_url ? (
      <img src={`/app/labels/picture?order=${order.id}`} width="384" height="576" alt={`Label ${label.tracking.number ?? ''}`} />
    ) : (
      <>
        <h2>
          {label.carrier} {label.service}
        </h2>
        {from ? <PostalAddress address={from} /> : null}
        <p>Ship to</p>
        {order.address ? <PostalAddress address={order.address} /> : null}
        <p>
          <strong>{label.tracking.number}</strong>
        </p>
      </>
    )}
  </section>
)

const PackingSlip = ({ order }: { order: Order }) => (
  <section class="panel sheet" aria-label={`Packing slip: ${order.listing.title}`}>
    <h2>Packing slip</h2>
    {order.address ? <PostalAddress address={order.address} /> : null}
    <p>
      {order.listing.title}
      <br />
      Order {order.id}
      <br />
      From {order.shop.name}
    </p>
    <p>Thank you for your order.</p>
  </section>
)
