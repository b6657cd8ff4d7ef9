import type { Command } from 'commander'
import { checked, openInBrowser } from './browser.ts'
import { signedIn, type SignedIn } from './run.ts'

export function openCommand(program: Command): void {
  program
    .command('open [what]')
    .description('open a page in the browser: app, docs, keys, a shop’s slug, or the id of a listing or an order')
    .option('--print', 'print the address instead of opening it')
    .action(
      signedIn(async (run, what: string | undefined, { print }: { print?: boolean }) => {
        const url = await addressOf(run, what ?? 'app')
        run.out.record({ url }, () => [url])
        if (!print && !run.out.json && process.stdout.isTTY) openInBrowser(url)
      }),
    )
}

async function addressOf({ resale, baseUrl }: SignedIn, what: string): Promise<string> {
  const { origin } = new URL(baseUrl)
  const known = { app: '/app', docs: '/docs', keys: '/app/developers/keys' }[what]
  if (known !== undefined) return origin + known
  if (what.startsWith('lst_')) {
    const { url, edit_url, status } = await resale.listings.get(what)
    return checked(status === 'draft' ? edit_url : url)
  }
  if (what.startsWith('ord_')) return `${origin}/you/orders/${encodeURIComponent((await resale.orders.get(what)).id)}`
  return checked((await resale.shops.get(what)).url)
}
