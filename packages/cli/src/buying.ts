import type { Resale, SavedAddress, Search } from '@resale/sdk'
import { Argument, Option, type Command } from 'commander'
import { amountOf, limitOf } from './numbers.ts'
import { signedIn, take, type SignedIn } from './run.ts'

type SavedFilters = NonNullable<Parameters<Resale['searches']['save']>[0]>
type Limit = { limit: number }
type Choice = (typeof CHOICES)[number]
type NewAddress = {
  name: string
  line1: string
  line2?: string
  city: string
  state?: string
  postalCode: string
  country: string
  default?: true
}
type NewSearch = { category?: string; brand?: string[]; size?: string[]; condition?: string[]; color?: string[] } & {
  minPrice?: number
  maxPrice?: number
  name?: string
  alerts: Choice
}

const CHOICES = ['none', 'email', 'push', 'both'] as const

/** Adds the commands for saved searches and their alerts. */
export function searchCommands(program: Command): void {
  const searches = program.command('searches').description('your saved searches')
  limited(searches.command('list', { isDefault: true }).description('list your saved searches, newest first')).action(
    signedIn(async ({ resale, out }, { limit }: Limit) => {
      out.table(await take(resale.searches.list({ limit: Math.min(limit, 100) }), limit), {
        id: ({ id }) => id,
        alerts: choiceOf,
        name: ({ name }) => name,
        url: ({ url }) => url,
      })
    }),
  )
  const save = searches.command('save').argument('[text]', 'keywords, or a description of the item').description('save a search')
  for (const name of ['brand', 'size', 'condition', 'color']) save.option(`--${name} <value...>`, `only with one of these values`)
  save
    .option('--category <name>', 'only from this category')
    .option('--min-price <amount>', 'minimum price in dollars', amountOf)
    .option('--max-price <amount>', 'maximum price in dollars', amountOf)
    .option('--name <name>', 'name of the search; default: made from its filters')
    .addOption(new Option('--alerts <choice>', 'daily alerts about new results').choices(CHOICES).default('none'))
    .action(signedIn(saveSearch))
  searches
    .command('alerts <id>')
    .addArgument(new Argument('<choice>', 'daily alerts about new results').choices(CHOICES))
    .description('choose how new results of a search reach you')
    .action(
      signedIn(async ({ resale, out }, id: string, choice: Choice) => showSearch(out, await resale.searches.change(id, alertsOf(choice)))),
    )
  searches
    .command('delete <id>')
    .description('delete a saved search')
    .action(signedIn(async ({ resale, out }, id: string) => showDeleted(out, await resale.searches.delete(id))))
}

/** Adds the commands for delivery addresses. */
export function addressCommands(program: Command): void {
  const addresses = program.command('addresses').description('your delivery addresses')
  limited(addresses.command('list', { isDefault: true }).description('list your addresses, the default first')).action(
    signedIn(async ({ resale, out }, { limit }: Limit) => {
      out.table(await take(resale.addresses.list({ limit: Math.min(limit, 100) }), limit), {
        id: ({ id }) => id,
        default: (address) => (address.default ? 'yes' : ''),
        name: ({ name }) => name,
        address: lineOf,
      })
    }),
  )
  addresses
    .command('add')
    .description('store a delivery address')
    .requiredOption('--name <name>', 'name of the recipient')
    .requiredOption('--line1 <text>', 'street and house number')
    .option('--line2 <text>', 'apartment or other second line')
    .requiredOption('--city <name>', 'city')
    .option('--state <name>', 'state or region')
    .requiredOption('--postal-code <code>', 'postal code')
    .requiredOption('--country <country>', 'code or English name of the country')
    .option('--default', 'make it the default')
    .action(
      signedIn(async ({ resale, out }, { postalCode, ...address }: NewAddress) => {
        showAddress(out, await resale.addresses.createAddress({ ...address, postal_code: postalCode }))
      }),
    )
  addresses
    .command('default <id>')
    .description('make an address the default')
    .action(signedIn(async ({ resale, out }, id: string) => showAddress(out, await resale.addresses.changeAddress(id, { default: true }))))
  addresses
    .command('delete <id>')
    .description('delete an address; existing orders keep their copy')
    .action(signedIn(async ({ resale, out }, id: string) => showDeleted(out, await resale.addresses.deleteAddress(id))))
}

/** Adds the commands for blocking people. The user names the person by a conversation, an order or a shop. */
export function blockCommands(program: Command): void {
  const blocks = program.command('blocks').description('people whom you have blocked')
  limited(blocks.command('list', { isDefault: true }).description('list the people you have blocked, newest first')).action(
    signedIn(async ({ resale, out }, { limit }: Limit) => {
      out.table(await take(resale.blocks.list({ limit: Math.min(limit, 100) }), limit), {
        name: ({ name }) => name,
        shop: ({ shop }) => shop?.slug,
        thread: ({ thread }) => thread,
        since: ({ created_at: at }) => at.slice(0, 10),
      })
    }),
  )
  for (const [name, action] of [['add', 'block'], ['remove', 'unblock']] as const) {
    blocks
      .command(name)
      .addArgument(new Argument('<subject>', 'kind of record that identifies the person').choices(['thread', 'order', 'shop']))
      .argument('<id>', 'id of the conversation or order, or slug of the shop')
      .description(`${action} the other person in a conversation or an order, or the owner of a shop`)
      .action(
        signedIn(async ({ resale, out }, subject: 'thread' | 'order' | 'shop', id: string) => {
          const call = { thread: resale.threads[action], order: resale.orders[action], shop: resale.market[`${action}Store`] }[subject]
          const done = await call(id)
          out.record(done, () => [`${id} ${action}ed`])
        }),
      )
  } // prettier-ignore
}

const limited = (command: Command): Command => command.option('--limit <number>', 'maximum number', limitOf, 25)

async function saveSearch(
  { resale, out }: SignedIn,
  q: string | undefined,
  { minPrice, maxPrice, alerts, ...filters }: NewSearch,
): Promise<void> {
  const input = {
    ...filters,
    ...(q === undefined ? {} : { q }),
    ...(minPrice === undefined ? {} : { min_price: minPrice }),
    ...(maxPrice === undefined ? {} : { max_price: maxPrice }),
    ...alertsOf(alerts),
  }
  showSearch(out, await resale.searches.save(input as SavedFilters))
}

const alertsOf = (choice: Choice) => (choice === 'none' ? ({ alert: choice } as const) : ({ alert: 'daily', alert_by: choice } as const))
const choiceOf = ({ alert, alert_by: by }: Search): Choice => (alert === 'none' ? 'none' : by)

const showSearch = (out: SignedIn['out'], search: Search): void =>
  out.record(search, () => [`${search.id} ${search.name}: alerts ${choiceOf(search)}`])

const showAddress = (out: SignedIn['out'], address: SavedAddress): void =>
  out.record(address, () => [`${address.id}${address.default ? ' (default)' : ''}: ${address.name}, ${lineOf(address)}`])

const showDeleted = (out: SignedIn['out'], record: { id: string }): void => out.record(record, () => [`${record.id} deleted`])

const lineOf = ({ line1, line2, city, state, postal_code: code, country }: SavedAddress): string =>
  [line1, line2, city, state, code, country].filter(Boolean).join(', ')
