import type { Listing, Resale } from '@resale/sdk'
import type { Command } from 'commander'
import { edit } from './edit.ts'
import { limitOf } from './numbers.ts'
import { dollars } from './output.ts'
import { push } from './push.ts'
import { signedIn, take, type SignedIn } from './run.ts'

type Filter = { shop?: string; status?: Listing['status']; limit: number }

export function listingCommands(program: Command): void {
  const listings = program.command('listings').description('your things for sale')
  listings
    .command('list', { isDefault: true })
    .description('list them, what changed last first')
    .option('--shop <slug>', 'only of this shop')
    .option('--status <status>', 'draft, live or sold')
    .option('--limit <number>', 'at most so many', limitOf, 25)
    .action(signedIn(list))
  listings
    .command('push <folder>')
    .description('make priced drafts of photos: each folder inside is a listing, each photo beside them another; goes on where it stopped')
    .option('--shop <slug>', 'in this shop; else your first')
    .option('--no-research', 'without looking up what it is and what it is worth')
    .action(signedIn(push))
  listings
    .command('edit [file]')
    .description('many at once: writes them as CSV; with a file, sends what was changed in it')
    .option('--out <file>', 'write to this file')
    .option('--shop <slug>', 'only of this shop')
    .option('--status <status>', 'draft, live or sold')
    .option('--dry-run', 'only say what would change')
    .action(signedIn(edit))
  for (const [name, words] of Object.entries(MOVES)) {
    listings
      .command(`${name} <id...>`)
      .description(words)
      .action(signedIn((run, ids: string[]) => move(run, name as Move, ids)))
  }
}

const MOVES = { publish: 'put live', unpublish: 'back to draft', relist: 'put back up' } satisfies Partial<
  Record<keyof Resale['listings'], string>
>
type Move = keyof typeof MOVES

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

async function move({ resale, out }: SignedIn, how: Move, ids: readonly string[]): Promise<void> {
  const moved: Listing[] = []
  for (const id of ids) moved.push(await resale.listings[how](id))
  out.table(moved, { id: ({ id }) => id, status: ({ status }) => status, title: ({ title }) => title, url: ({ url }) => url })
}
