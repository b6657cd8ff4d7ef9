import { setTimeout as sleep } from 'node:timers/promises'
import type { Event, Request } from '@resale/sdk'
import type { Command } from 'commander'
import { follow, newest } from './feed.ts'
import { limitOf, pollOf } from './numbers.ts'
import { dollars, plain, styled } from './output.ts'
import { signedIn, take, type SignedIn } from './run.ts'

type Tail = { requests?: boolean; since?: string; poll: number; count?: number }

/** Operations that `tail` itself calls. The command hides them, because they would fill the log. */
const OWN = ['listRequests', 'listEvents']
const SHOWN_AT_FIRST = 10

export function tailCommand(program: Command): void {
  program
    .command('tail')
    .description('show live events of your account, or requests made with your keys')
    .option('--requests', 'show requests made with your keys instead of events')
    .option('--since <event>', 'start after this event; `start` includes the last 30 days')
    .option('--poll <ms>', 'milliseconds between polls', pollOf, 1_000)
    .option('--count <number>', 'stop after this many events or requests', limitOf)
    .action(signedIn((run, options: Tail) => (options.requests ? tailRequests(run, options) : tailEvents(run, options))))
}

async function tailEvents({ resale, out }: SignedIn, { since, poll, count }: Tail): Promise<void> {
  const options = { after: since ?? (await newest(resale)), pollMs: poll, ...(count ? { count } : {}) }
  for await (const event of follow(resale, out, options)) out.line(event, () => eventLine(event))
}

function eventLine({ created_at, type, id, data: { object } }: Event): string {
  const about =
    object.object === 'message'
      ? `${object.buyer.name}: ${object.text}`
      : object.object === 'review'
        ? `${object.rating} of 5: ${object.body}`
        : `${object.listing.title}, ${dollars(object.object === 'offer' ? object.amount : object.total)}`
  return `${time(created_at)}  ${styled('bold', type.padEnd(15))}  ${id}  ${plain(about)}`
}

async function tailRequests({ resale, out }: SignedIn, { poll, count = Number.POSITIVE_INFINITY }: Tail): Promise<void> {
  let seen = new Set<string>()
  for (let shown = 0, isFirst = true; ; isFirst = false) {
    const log = (await take(resale.requests.list({ limit: 100 }), 100)).filter(({ operation }) => !OWN.includes(operation))
    const fresh = log.filter(({ id }) => !seen.has(id)).toReversed()
    for (const request of isFirst ? fresh.slice(-SHOWN_AT_FIRST) : fresh) {
      out.line(request, () => requestLine(request))
      if (++shown >= count) return
    }
    seen = new Set(log.map(({ id }) => id))
    await sleep(poll)
  }
}

const requestLine = ({ created_at, status, method, path, ms, key, error }: Request): string =>
  [
    time(created_at),
    styled(status < 400 ? 'green' : 'red', String(status)),
    method.padEnd(6),
    plain(path),
    `${ms} ms`,
    plain(key.name),
    error ?? '',
  ]
    .join('  ')
    .trimEnd()

const time = (at: string): string => new Date(at).toLocaleTimeString('en-GB')
