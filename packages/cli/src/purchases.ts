import type { Order, Purchase, Resale } from '@resale/sdk'
import { Option, type Command } from 'commander'
import { confirmed } from './confirm.ts'
import { limitOf } from './numbers.ts'
import { dollars } from './output.ts'
import { signedIn, take, type SignedIn } from './run.ts'

type Filter = { role?: 'seller' | 'buyer'; status?: string; limit: number }
type Query = NonNullable<Parameters<Resale['purchases']['list']>[0]>
type Parcel = { carrier?: string; number?: string }

/** Adds the commands for purchases of several items from one shop. */
export function purchaseCommands(program: Command): void {
  const purchases = program.command('purchases').description('purchases of several items, with one payment and one parcel')
  purchases
    .command('list', { isDefault: true })
    .description('list purchases, newest first')
    .option('--role <role>', 'seller or buyer; default: both')
    .option('--status <status>', 'list only this status')
    .option('--limit <number>', 'maximum number', limitOf, 25)
    .action(signedIn(listPurchases))
  purchases
    .command('show <id>')
    .description('show a purchase with its orders')
    .action(signedIn(async ({ resale, out }, id: string) => showPurchase(out, await resale.purchases.get(id))))
  parcel(purchases.command('ship <id>').description('mark all paid orders of a purchase as shipped in one parcel')).action(
    signedIn(async ({ resale, out }, id: string, sent: Parcel) => showPurchase(out, await resale.purchases.ship(id, parcelOf(sent)))),
  )
  purchases
    .command('cancel <id>')
    .description('cancel a purchase that you have not paid yet')
    .option('--yes', 'do not ask for confirmation')
    .action(
      signedIn(async ({ resale, out }, id: string, { yes }: { yes?: boolean }) => {
        await confirmed(`Cancel ${id} with all of its orders?`, yes)
        showPurchase(out, await resale.purchases.cancel(id))
      }),
    )
}

/** Adds the commands for the steps of a return. Some steps are for the buyer, others for the seller. */
export function returnCommands(program: Command): void {
  const returns = program.command('returns').description('returns of orders with a problem')
  returns
    .command('offer <order>')
    .description('as the seller: offer a full refund if the buyer sends the item back')
    .addOption(new Option('--payer <party>', 'who pays the return shipping').choices(['seller', 'buyer']).default('seller'))
    .action(
      signedIn(async ({ resale, out }, id: string, { payer }: { payer: 'seller' | 'buyer' }) => {
        showReturn(out, await resale.orders.offerReturn(id, { payer }))
      }),
    )
  for (const [name, [text, call]] of Object.entries(STEPS)) {
    returns
      .command(`${name} <order>`)
      .description(text)
      .action(signedIn(async ({ resale, out }, id: string) => showReturn(out, await resale.orders[call](id))))
  }
  parcel(returns.command('send <order>').description('as the buyer: mark the returned item as sent')).action(
    signedIn(async ({ resale, out }, id: string, { carrier = '', number = '' }: Parcel) => {
      showReturn(out, await resale.orders.sendReturn(id, { carrier, number }))
    }),
  )
  returns
    .command('contest <order>')
    .description('as the seller: contest the returned item; the operator decides')
    .requiredOption('--body <text>', 'what is wrong with the returned item')
    .requiredOption('--photo <url...>', 'URLs of 1 to 6 photos')
    .action(
      signedIn(async ({ resale, out }, id: string, { body, photo }: { body: string; photo: string[] }) => {
        showReturn(out, await resale.orders.contestReturn(id, { body, photo_urls: photo }))
      }),
    )
}

const STEPS = {
  agree: ['as the buyer: agree to an offered return', 'agreeToReturn'],
  decline: ['as the buyer: decline an offered return; the operator decides', 'declineReturn'],
  received: ['as the seller: mark the returned item as received', 'receiveReturn'],
} as const satisfies Record<string, readonly [string, keyof Resale['orders']]>

const parcel = (command: Command): Command =>
  command.option('--carrier <name>', 'name of the carrier').option('--number <number>', 'tracking number')

const parcelOf = ({ carrier, number }: Parcel): Parcel => ({
  ...(carrier === undefined ? {} : { carrier }),
  ...(number === undefined ? {} : { number }),
})

async function listPurchases({ resale, out }: SignedIn, { limit, ...filter }: Filter): Promise<void> {
  out.table(await take(resale.purchases.list({ ...(filter as Query), limit: Math.min(limit, 100) }), limit), {
    id: ({ id }) => id,
    status: ({ status }) => status,
    items: ({ orders }) => orders.length,
    total: ({ total }) => dollars(total),
    shop: ({ shop }) => shop.name,
    buyer: ({ buyer }) => buyer.name,
  })
}

const showPurchase = (out: SignedIn['out'], purchase: Purchase): void =>
  out.record(purchase, () => [
    `${purchase.id} ${purchase.status}, ${dollars(purchase.total)} at ${purchase.shop.name}`,
    ...purchase.orders.map(({ id, status, listing }) => `${id} ${status}: ${listing.title}`),
  ])

const showReturn = (out: SignedIn['out'], order: Order): void =>
  out.record(order, () => [`${order.id} ${order.status}, return ${order.return?.status ?? 'none'}: ${order.listing.title}`])
