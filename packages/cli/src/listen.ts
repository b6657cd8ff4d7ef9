import { createHmac } from 'node:crypto'
import { webhooks } from '@resale/sdk'
import type { Command } from 'commander'
import { EXIT, Failure } from './failures.ts'
import { follow, newest } from './feed.ts'
import { limitOf, pollOf } from './numbers.ts'
import { styled } from './output.ts'
import { clientOf, signedIn, withoutKey, type Run, type SignedIn } from './run.ts'
import { localSecret } from './settings.ts'

type Listen = { forward: string; since?: string; events?: string; poll: number; count?: number }
type Sample = { id: string; type: string }

const LIMIT_MS = 10_000

export function listenCommands(program: Command): void {
  program
    .command('listen')
    .description('forward your events to a program on this machine, as webhooks signed with a local secret')
    .requiredOption('--forward <url>', 'address of the program: http://localhost:4000/hooks')
    .option('--events <types>', 'forward only these event types, comma-separated')
    .option('--since <event>', 'start after this event; `start` includes the last 30 days')
    .option('--poll <ms>', 'milliseconds between polls', pollOf, 1_000)
    .option('--count <number>', 'stop after this many events', limitOf)
    .action(signedIn(listen))
  program
    .command('trigger <type>')
    .description('send a sample event to a program on this machine, signed as `listen` does; changes nothing in the market')
    .requiredOption('--forward <url>', 'address of the program')
    .action(withoutKey(trigger))
}

async function listen({ resale, out, env }: SignedIn, { forward, since, events, poll, count }: Listen): Promise<void> {
  const [target, secret] = [addressOf(forward), await localSecret(env)]
  const after = since ?? (await newest(resale))
  out.note(
    `Forwarding events to ${target}. The local signing secret is ${secret}\nEvents that your program rejects are not sent again. Press Ctrl-C to stop.`,
  )
  const options = { after, pollMs: poll, ...(count ? { count } : {}), ...(events ? { types: events.split(',') } : {}) }
  for await (const event of follow(resale, out, options)) await deliver(out, target, secret, event)
}

async function trigger(run: Run, type: string, { forward }: { forward: string }): Promise<void> {
  const target = addressOf(forward)
  const contract = await clientOf(run, '').request<Contract>({ method: 'GET', path: '/openapi.json' })
  const samples = Object.entries(contract.webhooks ?? {}).map(
    ([name, one]) => [name, one.post.requestBody.content['application/json'].example] as const,
  )
  const sample = samples.find(([name]) => name === type)?.[1]
  if (!sample) throw new Failure(`Unknown event type ${type}. The types are: ${samples.map(([name]) => name).join(', ')}.`, EXIT.usage)
  const event = { ...sample, id: `evt_sample_${Date.now().toString(36)}`, created_at: new Date().toISOString() }
  const { ok } = await deliver(run.out, target, await localSecret(run.env), event)
  if (!ok) throw new Failure(`${target} did not accept the event.`)
}

type Contract = { webhooks?: Record<string, { post: { requestBody: { content: { 'application/json': { example: Sample } } } } }> }

function addressOf(forward: string): string {
  if (!URL.canParse(forward) || !/^https?:$/.test(new URL(forward).protocol)) {
    throw new Failure(`${forward} is not an address to forward to. Use one such as http://localhost:4000/hooks`, EXIT.usage)
  }
  return forward
}

async function deliver(out: Run['out'], target: string, secret: string, event: Sample): Promise<{ ok: boolean }> {
  const body = JSON.stringify(event)
  const began = performance.now()
  const { status, error } = await post(target, { ...(await headersOf(event, body, secret)), 'content-type': 'application/json' }, body)
  const ms = Math.round(performance.now() - began)
  const ok = status >= 200 && status < 300
  const answer = error ?? String(status)
  out.line({ event: event.id, type: event.type, status, error, ms }, () =>
    [styled(ok ? 'green' : 'red', answer.padEnd(4)), event.type.padEnd(15), event.id, `${ms} ms`].join('  '),
  )
  return { ok }
}

async function post(target: string, headers: Record<string, string>, body: string): Promise<{ status: number; error: string | null }> {
  try {
    const options = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) } as const
    const response = await fetch(target, options)
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return { status: 0, error: isLate ? 'no response in 10 s' : 'connection refused' }
  }
}

/** The headers carry both the service's own signature and the Standard Webhooks signature, as in a real delivery. */
async function headersOf({ id, type }: Sample, body: string, secret: string): Promise<Record<string, string>> {
  const t = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${t}.${body}`).digest('base64')
  return {
    'service-event': type,
    'service-event-id': id,
    'service-attempt': '1',
    'service-signature': await webhooks.sign(body, secret, t),
    'webhook-id': id,
    'webhook-timestamp': String(t),
    'webhook-signature': `v1,${standard}`,
  }
}
