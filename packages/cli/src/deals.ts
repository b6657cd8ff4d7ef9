import type { Offer, Order, Resale } from '@resale/sdk'
import type { Command } from 'commander'
import { confirmed } from './confirm.ts'
import { labelCommands } from './labels.ts'
import { amountOf, limitOf } from './numbers.ts'
import { dollars } from './output.ts'
import { signedIn, take, type SignedIn } from './run.ts'

type Role = 'seller' | 'buyer'
type Filter = { role?: Role; status?: string; listing?: string; limit: number }
type Query<Group extends 'offers' | 'orders'> = NonNullable<Parameters<Resale[Group]['list']>[0]>

export function offerCommands(program: Command): void {
  const offers = program.command('offers').description('offers on your listings, or your own offers')
  filters(offers.command('list', { isDefault: true }).description('list offers, newest first'))
    .option('--listing <id>', 'only offers on this listing')
    .action(signedIn(listOffers))
  offers
    .command('accept <id>')
    .description('accept an offer, or a counteroffer from a seller')
    .option('--expected <amount>', 'accept only this amount, in dollars', amountOf)
    .action(
      signedIn(async ({ resale, out }, id: string, { expected }: { expected?: number }) => {
        showOffer(out, await resale.offers.accept(id, expected === undefined ? {} : { expected_amount: expected }))
      }),
    )
  offers
    .command('decline <id>')
    .description('decline an offer')
    .action(signedIn(async ({ resale, out }, id: string) => showOffer(out, await resale.offers.decline(id))))
  offers
    .command('counter <id>')
    .argument('<amount>', 'amount in dollars', amountOf)
    .description('counter an offer with another amount')
    .option('--note <text>', 'message to the buyer')
    .action(
      signedIn(async ({ resale, out }, id: string, amount: number, { note }: { note?: string }) => {
        showOffer(out, await resale.offers.counter(id, { amount, ...(note === undefined ? {} : { note }) }))
      }),
    )
}

export function orderCommands(program: Command): void {
  const orders = program.command('orders').description('your sales and purchases')
  filters(orders.command('list', { isDefault: true }).description('list orders, newest first')).action(signedIn(listOrders))
  orders
    .command('show <id>')
    .description('show an order with its address')
    .action(signedIn(async ({ resale, out }, id: string) => showOrder(out, await resale.orders.get(id))))
  orders
    .command('ship <id>')
    .description('mark an order as shipped')
    .option('--carrier <name>', 'name of the carrier')
    .option('--number <number>', 'tracking number')
    .action(
      signedIn(async ({ resale, out }, id: string, { carrier, number }: { carrier?: string; number?: string }) => {
        const tracking = { ...(carrier === undefined ? {} : { carrier }), ...(number === undefined ? {} : { number }) }
        showOrder(out, await resale.orders.ship(id, tracking))
      }),
    )
  orders
    .command('cancel <id>')
    .description('cancel an order with a full refund; if you are the buyer and have paid, asks the seller first')
    .option('--yes', 'do not ask for confirmation')
    .action(
      signedIn(async ({ resale, out }, id: string, { yes }: { yes?: boolean }) => {
        await confirmed(`Cancel ${id}? Any payment is refunded. If you are the buyer and have paid, this asks the seller first.`, yes)
        showOrder(out, await resale.orders.cancel(id))
      }),
    )
  orders
    .command('refund <id>')
    .argument('[amount]', 'partial refund to offer, in dollars; without it, everything is refunded', amountOf)
    .description('resolve a problem: refund everything, or offer a partial refund')
    .option('--yes', 'do not ask for confirmation')
    .action(
      signedIn(async ({ resale, out }, id: string, amount: number | undefined, { yes }: { yes?: boolean }) => {
        await confirmed(
          amount === undefined
            ? `Refund ${id} in full?`
            : `Offer a refund of ${dollars(amount)} for ${id}? The buyer can accept or decline it.`,
          yes,
        )
        showOrder(out, await resale.orders.refund(id, amount === undefined ? {} : { amount }))
      }),
    )
  labelCommands(orders)
}

const filters = (command: Command): Command =>
  command
    .option('--role <role>', 'seller or buyer', 'seller')
    .option('--status <status>', 'list only this status')
    .option('--limit <number>', 'maximum number', limitOf, 25)

async function listOffers({ resale, out }: SignedIn, { limit, ...filter }: Filter): Promise<void> {
  out.table(await take(resale.offers.list({ ...(filter as Query<'offers'>), limit: Math.min(limit, 100) }), limit), {
    id: (offer) => offer.id,
    status: (offer) => offer.status,
    amount: (offer) => dollars(offer.amount),
    counter: (offer) => dollars(offer.counter?.amount),
    price: (offer) => dollars(offer.listing.price),
    buyer: (offer) => offer.buyer.name,
    listing: (offer) => offer.listing.title,
  })
}

async function listOrders({ resale, out }: SignedIn, { limit, ...filter }: Filter): Promise<void> {
  out.table(await take(resale.orders.list({ ...(filter as Query<'orders'>), limit: Math.min(limit, 100) }), limit), {
    id: (order) => order.id,
    status: (order) => order.status,
    payment: (order) => order.payment,
    total: (order) => dollars(order.total),
    'ship by': (order) => order.ship_by?.slice(0, 10),
    buyer: (order) => order.buyer.name,
    listing: (order) => order.listing.title,
  })
}

const showOffer = (out: SignedIn['out'], offer: Offer): void =>
  out.record(offer, () => [`${offer.id} ${offer.status}: ${dollars(offer.counter?.amount ?? offer.amount)} for ${offer.listing.title}`])

const showOrder = (out: SignedIn['out'], order: Order): void =>
  out.record(order, () => [
    `${order.id} ${order.status}, payment ${order.payment}, payout ${order.payout}`,
    `${order.listing.title}, ${dollars(order.total)}${order.refunded > 0 ? `, ${dollars(order.refunded)} refunded` : ''}`,
    ...(order.address ? [addressLine(order.address)] : []),
    ...(order.tracking.number ? [`${order.tracking.carrier ?? ''} ${order.tracking.number}`.trim()] : []),
  ])

const addressLine = ({ name, line1, line2, city, state, postal_code, country }: NonNullable<Order['address']>): string =>
  [name, line1, line2, city, state, postal_code, country].filter(Boolean).join(', ')
