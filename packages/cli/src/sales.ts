import type { Sale, SalePreview } from '@resale/sdk'
import type { Command } from 'commander'
import { confirmed } from './confirm.ts'
import { limitOf } from './numbers.ts'
import { dollars, type Output } from './output.ts'
import { signedIn, take, type SignedIn } from './run.ts'

const DAY_MS = 86_400_000

/** Adds the commands for sales that reduce a shop's prices. */
export function saleCommands(program: Command): void {
  const sales = program.command('sales').description('sales that lower the prices of a shop for some days')
  sales
    .command('list <shop>')
    .description('list the sales of a shop, newest first')
    .action(signedIn(async ({ resale, out }, shop: string) => show(out, await take(resale.shops.listSales(shop), 100))))
  sales
    .command('start <shop>')
    .description('show the prices of a sale, and start it now')
    .requiredOption('--percent <number>', 'reduction in percent', limitOf)
    .option('--days <number>', 'length in days, at most 14', limitOf, 7)
    .option('--yes', 'do not ask for confirmation')
    .action(signedIn(start))
  sales
    .command('end <shop> <id>')
    .description('end a sale now, and restore its prices')
    .action(signedIn(async ({ resale, out }, shop: string, id: string) => show(out, [await resale.shops.endSale(shop, id)])))
}

type Options = { percent: number; days: number; yes?: true }

async function start({ resale, out }: SignedIn, shop: string, { percent, days, yes }: Options): Promise<void> {
  const body = { percent, ends_at: new Date(Date.now() + days * DAY_MS).toISOString() }
  const preview = (await resale.shops.createSale(shop, { ...body, preview: true })) as SalePreview
  if (!out.json) {
    out.table(preview.rows, {
      id: ({ id }) => id,
      now: ({ before }) => dollars(before),
      sale: ({ after }) => dollars(after),
      name: ({ name }) => name,
    })
    for (const { id, message } of preview.skipped) out.note(`${id}: ${message}`)
  }
  await confirmed(`Start the sale with ${preview.rows.length} listings?`, yes)
  show(out, [(await resale.shops.createSale(shop, body)) as Sale])
}

const show = (out: Output, sales: readonly Sale[]): void =>
  out.table(sales, {
    id: ({ id }) => id,
    status: ({ status }) => status,
    percent: ({ percent }) => percent,
    starts: ({ starts_at }) => starts_at,
    ends: ({ ends_at }) => ends_at,
    reduced: ({ reduced }) => reduced,
    skipped: ({ skipped }) => skipped.length,
  })
