import type { Listing, Resale } from '@resale/sdk'
import { Option, type Command } from 'commander'
import { edit } from './edit.ts'
import { adjustmentOf, amountOf, limitOf, optionalAmountOf } from './numbers.ts'
import { dollars } from './output.ts'
import { push } from './push.ts'
import { signedIn, take, type SignedIn } from './run.ts'

type Filter = { shop?: string; status?: Listing['status']; limit: number }

export function listingCommands(program: Command): void {
  const listings = program.command('listings').description('your listings')
  listings
    .command('list', { isDefault: true })
    .description('list your listings, most recently changed first')
    .option('--shop <slug>', 'only from this shop')
    .option('--status <status>', 'draft, live or sold')
    .option('--limit <number>', 'maximum number', limitOf, 25)
    .action(signedIn(list))
  listings
    .command('push <folder>')
    .description(
      'create priced drafts from photos: one for each subfolder, and one for each photo outside a subfolder; continues an interrupted run',
    )
    .option('--shop <slug>', 'shop to use; default: your first')
    .option('--no-research', 'skip research of the items and their prices')
    .action(signedIn(push))
  listings
    .command('edit [file]')
    .description(
      'edit many listings: without a file, writes them as CSV; with a file, applies its changes; with a change, applies it to all that match',
    )
    .option('--out <file>', 'write to this file')
    .option('--shop <slug>', 'only from this shop')
    .option('--status <status>', 'draft, live or sold')
    .option('--find <words>', 'only with these words')
    .option('--min-price <dollars>', 'only from this price', amountOf)
    .option('--max-price <dollars>', 'only up to this price', amountOf)
    .option('--price <change>', 'change the price: -10%, +5, -5, or 48', adjustmentOf)
    .option('--lowest-price <change>', 'change the lowest price: -10%, +5, -5, 48 or none', adjustmentOf)
    .addOption(new Option('--round <rounding>', 'round the result').choices(['none', '1', '5', '.99']))
    .option('--shipping <dollars>', 'set the shipping cost, or none', optionalAmountOf)
    .addOption(new Option('--visibility <who>', 'set the visibility').choices(['everyone', 'link']))
    .addOption(new Option('--offers <switch>', 'turn offers on or off').choices(['on', 'off']))
    .option('--publish', 'publish drafts')
    .option('--unpublish', 'move live listings back to draft')
    .option('--delete', 'delete listings that were never sold')
    .option('--undo <id>', 'undo a change of many listings within 24 hours')
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only show what would change')
    .action(signedIn(edit))
  listings
    .command('drop <id>')
    .description('lower the price in steps, down to your minimum price, or stop the schedule')
    .option('--percent <number>', 'step in percent of the price', limitOf)
    .option('--amount <dollars>', 'step in dollars', amountOf)
    .option('--every <days>', 'days between steps', limitOf, 7)
    .option('--stop', 'stop the price drops')
    .action(signedIn(drop))
  for (const [name, text] of Object.entries(TRANSITIONS)) {
    listings
      .command(`${name} <id...>`)
      .description(text)
      .action(signedIn((run, ids: string[]) => transition(run, name as Transition, ids)))
  }
}

const TRANSITIONS = {
  publish: 'publish listings',
  unpublish: 'move listings back to draft',
  relist: 'publish sold listings or drafts again',
} satisfies Partial<Record<keyof Resale['listings'], string>>
type Transition = keyof typeof TRANSITIONS

async function list({ resale, out }: SignedIn, { limit, ...filter }: Filter): Promise<void> {
  out.table(await take(resale.listings.list({ ...filter, limit: Math.min(limit, 100) }), limit), {
    id: ({ id }) => id,
    status: ({ status }) => status,
    price: ({ price }) => dollars(price),
    views: ({ stats }) => stats.views,
    offers: ({ stats }) => stats.offers_waiting,
    title: ({ title, name }) => title ?? name,
  })
}

type Drop = { percent?: number; amount?: number; every: number; stop?: true }

async function drop({ resale, out }: SignedIn, id: string, { stop, every, ...step }: Drop): Promise<void> {
  const listing = stop ? await resale.listings.stopPriceDrop(id) : await resale.listings.setPriceDrop(id, { ...step, every_days: every })
  out.table([listing], {
    id: ({ id: own }) => own,
    price: ({ price }) => dollars(price),
    next: ({ price_drop: next }) => dollars(next?.next_price ?? null),
    at: ({ price_drop: next }) => next?.next_at ?? '',
    title: ({ title, name }) => title ?? name,
  })
}

async function transition({ resale, out }: SignedIn, how: Transition, ids: readonly string[]): Promise<void> {
  const changed: Listing[] = []
  for (const id of ids) changed.push(await resale.listings[how](id))
  out.table(changed, { id: ({ id }) => id, status: ({ status }) => status, title: ({ title }) => title, url: ({ url }) => url })
}
