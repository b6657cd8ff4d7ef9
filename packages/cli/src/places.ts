import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { EXIT, Failure } from './failures.ts'
import { signedIn, type SignedIn } from './run.ts'

export function openCommand(program: Command): void {
  program
    .command('open [what]')
    .description('open a page in the browser: app, docs, keys, a shop’s slug, or the id of a listing or an order')
    .option('--print', 'only say its address')
    .action(
      signedIn(async (run, what: string | undefined, { print }: { print?: boolean }) => {
        const url = await addressOf(run, what ?? 'app')
        run.out.record({ url }, () => [url])
        if (!print && !run.out.json && process.stdout.isTTY) open(url)
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

/** What is handed to the browser is an address of the web, whatever the service said. */
function checked(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Failure(`${url} is no address of a page.`, EXIT.failed)
  return new URL(url).href
}

/** By the system's own opener, without a shell. */
function open(url: string): void {
  const [program, ...before]: [string, ...string[]] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
  // a machine without an opener has the address on its screen
  spawn(program, [...before, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
