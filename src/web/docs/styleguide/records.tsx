import type { Context, Core } from '#platform/context/index.ts'
import { shippingOf, shippingText } from '#core/shipping.ts'
import { REAL } from '#core/tenant.ts'
import type { ListedStore } from '#catalog/stores/index.ts'
import { Badge, HelperMark } from '#web/ui/badge.tsx'
import { Blank } from '#web/ui/card.tsx'
import { Price, TotalPrice } from '#web/ui/price.tsx'
import { Avatar, ShopBand, Stars } from '#web/ui/shop.tsx'
import { Facts, Table } from '#web/ui/table.tsx'
import { Countdown, Time } from '#web/ui/time.tsx'
import { Meter, NumberLine, Timeline } from '#web/ui/timeline.tsx'
import { priceText } from '#web/framework/format.ts'
import { Part } from './part.tsx'

const HOUR_MS = 3_600_000

/** Styleguide section on prices, listings, shops, orders and times. */
export const Records = ({ ctx, tone }: { ctx: Context; tone: string }) => {
  const now = ctx.now()
  const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  return (
    <>
      <Part title="Cards and prices">
        <ul class="grid">
          {[
            { title: 'Denim chore jacket, paint fleck on the left cuff', cents: 64_00, shipping: shippingOf(6_00), flag: 'Just listed' },
            { title: 'Mustard side chair', cents: 120_00, shipping: shippingOf(0), flag: null },
            { title: 'Five cloth-bound novels', cents: 30_00, shipping: shippingOf(null), flag: null },
            { title: 'Dot dress', cents: 54_00, shipping: shippingOf(5_50), flag: 'Sold' },
          ].map(({ title, cents, shipping, flag }) => (
            <li class={flag === 'Sold' ? 'card gone' : 'card'}>
              <a href="/styleguide">
                <span class="frame">
                  <Blank />
                  {flag ? <span class="flag">{flag}</span> : null}
                  <Price cents={cents} />
                </span>
                <span class="name">{title}</span>
                <span class="facts">
                  {shippingText(shipping)}
                  {shipping.kind === 'sent' ? (
                    <>
                      {', '}
                      <span class="whole">{priceText(cents + shipping.cents)} total</span>
                    </>
                  ) : null}
                </span>
              </a>
            </li>
          ))}
        </ul>
        <TotalPrice priceCents={64_00} shipping={shippingOf(6_00)} />
        <TotalPrice priceCents={48_00} wasCents={60_00} shipping={shippingOf(6_00)} />
        <TotalPrice priceCents={120_00} shipping={shippingOf(0)} />
        <TotalPrice priceCents={30_00} shipping={shippingOf(null)} />
        <TotalPrice priceCents={54_00} shipping={shippingOf(5_50)} sold />
      </Part>
      <Part title="Shops">
        <div class="shown-pair">
          <ShopBand store={shopOf(ctx, tone)} />
          <div class="stack">
            <p class="shown-row">
              <Avatar name="Mint & Fox" /> <Avatar name="Mint & Fox" large /> <Stars rating={4.6} /> <Stars rating={2} />
            </p>
            <div>
              <Meter label="5 stars" share={0.7} value="26" />
              <Meter label="4 stars" share={0.25} value="9" />
              <Meter label="3 stars" share={0} value="0" />
            </div>
          </div>
        </div>
      </Part>
      <Part title="Statuses">
        <p class="shown-row">
          <Badge>Draft</Badge>
          <Badge means="ok">Live</Badge>
          <Badge means="warn">Ship by Tuesday</Badge>
          <Badge means="bad">Delivery failed</Badge>
          <Badge means="info">Forwarded to the owner</Badge>
          <Badge means="tone">Open to offers</Badge>
          <HelperMark />
        </p>
        <p>
          Listed <Time at={after(-30)} now={now} />. The first offer expires <Countdown at={after(3)} now={now} before="in " />. The second
          is <Countdown at={after(-1)} now={now} />.
        </p>
      </Part>
      <Part title="Offer and order">
        <div class="shown-pair">
          <NumberLine
            marks={[
              { kind: 'mine', label: 'Offer', cents: 45_00 },
              { kind: 'floor', label: 'Your minimum', cents: 51_00 },
              { kind: 'counter', label: 'Helper’s counteroffer', cents: 56_00 },
              { kind: 'ask', label: 'Price', cents: 64_00 },
            ]}
          />
          <Timeline
            label="Order"
            steps={[
              { label: 'Paid', state: 'done', note: <Time at={after(-50)} now={now} /> },
              { label: 'Shipped', state: 'now', note: 'Tracking: EXAMPLE 12' },
              { label: 'Arrived', state: 'next' },
              { label: 'Completed', state: 'next', note: 'Automatically on 8 May' },
            ]}
          />
        </div>
      </Part>
      <Part title="Tables">
        <Table caption="Listings" columns={['Title', 'State', { label: 'Price', number: true }, { label: 'Views', number: true }]}>
          {(
            [
              ['Oak table lamp', 'Live', 58_00, 31],
              ['Stoneware bud vase', 'Draft', 22_00, 0],
            ] as const
          ).map(([title, state, cents, views]) => (
            <tr>
              <th scope="row">{title}</th>
              <td>
                <Badge {...(state === 'Live' ? { means: 'ok' as const } : {})}>{state}</Badge>
              </td>
              <td class="number">{priceText(cents)}</td>
              <td class="number">{views}</td>
            </tr>
          ))}
        </Table>
        <Facts
          caption="Details"
          rows={[
            ['Size', 'M'],
            ['Condition', 'Very good'],
          ]}
        />
      </Part>
    </>
  )
}

const shopOf = (ctx: Core, tone: string): ListedStore => ({
  id: 'shp_shown',
  owner: { id: 'usr_shown', name: 'Ana' },
  tenant: REAL,
  slug: 'mint-fox',
  name: 'Mint & Fox',
  awayUntil: null,
  about: 'Rescued denim and wool, mended when needed. Ships in two days.',
  location: 'Portland',
  tone,
  visibility: 'public',
  paused: false,
  url: ctx.urls.shop('mint-fox'),
  pictureUrl: null,
  bundleTiers: [{ from: 2, percent: 10 }],
  bundleShipping: 'highest',
  createdAt: ctx.now(),
  forSale: 12,
  sold: 38,
})
