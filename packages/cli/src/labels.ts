import type { Label } from '@resale/sdk'
import type { Command } from 'commander'
import { confirmed } from './confirm.ts'
import { dollars } from './output.ts'
import { signedIn, type SignedIn } from './run.ts'

type Options = { rate?: string; void?: boolean; yes?: boolean }

/** Adds the commands for shipping labels to `resale orders`. */
export function labelCommands(orders: Command): void {
  orders.command('rates <id>').description('list the carriers’ rates for a paid order, the cheapest first').action(signedIn(listRates))
  orders
    .command('label <id>')
    .description('buy the shipping label of a paid order at the cheapest rate, or void it')
    .option('--rate <rate>', 'buy this rate')
    .option('--void', 'void the label')
    .option('--yes', 'do not ask for confirmation')
    .action(signedIn(label))
  orders
    .command('labels <ids...>')
    .description('buy the cheapest shipping label for each of up to 50 paid orders')
    .option('--yes', 'do not ask for confirmation')
    .action(signedIn(buyAll))
}

async function listRates({ resale, out }: SignedIn, id: string): Promise<void> {
  const { data } = await resale.orders.listRates(id)
  out.table(data, {
    id: (rate) => rate.id,
    amount: (rate) => dollars(rate.amount),
    carrier: (rate) => rate.carrier,
    service: (rate) => rate.service,
    days: (rate) => rate.days,
  })
}

async function label({ resale, out }: SignedIn, id: string, options: Options): Promise<void> {
  if (options.void) return showLabel(out, await resale.orders.voidLabel(id))
  if (options.rate !== undefined) {
    await confirmed(`Buy the label ${options.rate} for ${id}? The cost is deducted from your share of the order.`, options.yes)
    return showLabel(out, await resale.orders.buyLabel(id, { rate: options.rate }))
  }
  const [cheapest] = (await resale.orders.listRates(id)).data
  if (!cheapest) throw new Error('No carrier offers a rate for this parcel.')
  const { carrier, service, amount } = cheapest
  await confirmed(
    `Buy a label of ${carrier} ${service} for ${dollars(amount)} for ${id}? The cost is deducted from your share of the order.`,
    options.yes,
  )
  showLabel(out, await resale.orders.buyLabel(id, { rate: cheapest.id }))
}

async function buyAll({ resale, out }: SignedIn, ids: string[], { yes }: { yes?: boolean }): Promise<void> {
  await confirmed(`Buy the cheapest label for ${ids.length} orders? The cost is deducted from your share of each order.`, yes)
  const { data } = await resale.labels.buy({ orders: ids })
  out.table(data, {
    order: (result) => result.order,
    amount: (result) => dollars(result.label?.amount),
    tracking: (result) => result.label?.tracking.number,
    error: (result) => result.error?.message,
  })
}

const showLabel = (out: SignedIn['out'], one: Label): void =>
  out.record(one, () => [
    `${one.order} label ${one.status}: ${one.carrier} ${one.service}, ${dollars(one.amount)}`,
    ...(one.status === 'bought' ? [one.tracking.number ?? '', `Print it at ${one.print_url}`] : []),
  ])
