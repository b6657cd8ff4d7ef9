import type { Context, Person } from '#context.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '#domain/scopes.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge, Empty, Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Chip, Chips } from '#web/components/chip.tsx'
import { Check, Choices, Field } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Table } from '#web/components/table.tsx'
import { dateTimeText } from '#web/words.ts'
import { call, problemAt, tried, type List, type Problem } from './calling.ts'
import { Corners } from './developers.tsx'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Delivery, Webhook } from './records.ts'
import type { Taken } from './taking.ts'

const PATH = '/app/developers/webhook'

/** `/app/developers/webhook`: the one address, its secret, a test, and the log of what was sent. */
export const mountWebhook = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    PATH,
    'webhook',
    (c, viewer) => send(ctx, c, viewer, {}),
    (c, taken) => act(ctx, c, taken),
  )

type Test = { event: string; status: number; error: string | null }

async function act(ctx: Context, c: Call, { viewer, fields, all }: Taken): Promise<Response> {
  const failed = (problem: Problem) => send(ctx, c, viewer, { problem, typed: { url: fields.url, events: all('events') } })
  if (fields.do === 'test') {
    const test = await tried(() => call<Test>(ctx, viewer, 'testWebhook'))
    return 'done' in test ? send(ctx, c, viewer, { test: test.done }) : send(ctx, c, viewer, { problem: test.problem })
  }
  if (fields.do === 'retry') {
    const sent = await tried(() => call(ctx, viewer, 'retryDelivery', { params: { id: fields.id ?? '' } }))
    return 'done' in sent ? doneAt(c, PATH, 'redelivered') : send(ctx, c, viewer, { problem: sent.problem })
  }
  if (fields.do === 'stop') {
    await call(ctx, viewer, 'stopWebhook')
    return doneAt(c, PATH, 'stopped')
  }
  const endpoint = fields.do === 'rotate' ? 'rotateWebhookSecret' : 'setWebhook'
  const body = { url: fields.url ?? '', events: all('events') }
  const saved = await tried(() => call<Webhook>(ctx, viewer, endpoint, endpoint === 'setWebhook' ? { body } : {}))
  if ('problem' in saved) return failed(saved.problem)
  return saved.done.secret ? send(ctx, c, viewer, { secret: saved.done.secret }) : doneAt(c, PATH, 'saved')
}

type Typed = { url: string | undefined; events: readonly string[] }
type Shown = { problem?: Problem; typed?: Typed; secret?: string; test?: Test }

const FILTERS = ['all', 'waiting', 'delivered', 'failed'] as const
const FILTER_WORDS = { all: 'All', waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

async function send(ctx: Context, c: Call, viewer: Person, { problem, typed, secret, test }: Shown): Promise<Response> {
  const status = FILTERS.find((one) => one === c.req.query('status')) ?? 'all'
  const [webhook, deliveries] = await Promise.all([
    call<Webhook>(ctx, viewer, 'getWebhook'),
    call<List<Delivery>>(ctx, viewer, 'listDeliveries', { query: { limit: '50', ...(status === 'all' ? {} : { status }) } }),
  ])
  const events: readonly string[] = typed?.events ?? (webhook.url === null ? DEFAULT_EVENT_TYPES : webhook.events)
  return sendAppPage(ctx, c, viewer, {
    current: 'developers',
    twin: [
      { method: 'GET', path: '/webhooks' },
      { method: 'GET', path: '/webhooks/deliveries' },
    ],
    title: 'Webhook',
    intro: 'One address that hears of what happens, signed, as it happens.',
    problem,
    atFields: ['url', 'events'],
    children: (
      <div class="stack">
        <Corners at={PATH} />
        {webhook.url !== null && !webhook.enabled ? (
          <Notice means="bad">
            <strong>It was switched off: three days went by without one good answer.</strong>
            <p>Mend the receiver, then save below to switch it on again. Events of 30 days can be sent anew from the log.</p>
          </Notice>
        ) : null}
        {secret ? (
          <div class="panel" role="status">
            <Notice means="ok">This is the signing secret. Copy it now: it is shown this once.</Notice>
            <pre tabindex={0} id="secret">
              {secret}
            </pre>
          </div>
        ) : null}
        {test ? (
          <Notice means={test.status >= 200 && test.status < 300 ? 'ok' : 'bad'} alert>
            {test.status === 0 ? `Nothing answered: ${test.error ?? 'no reason given'}.` : `The receiver answered ${test.status}.`}
          </Notice>
        ) : null}
        <section class="panel" aria-labelledby="address-title">
          <h2 id="address-title">Where and what</h2>
          <Form action={PATH} viewer={viewer} class="form wide">
            <Field
              name="url"
              label="Address"
              type="url"
              required
              maxlength={2048}
              value={typed?.url ?? webhook.url ?? ''}
              problem={problemAt(problem, 'url')}
              placeholder="https://example.com/hook"
            />
            <Choices name="events" label="Events" problem={problemAt(problem, 'events')}>
              {EVENT_TYPES.map((type) => (
                <Check name="events" value={type} label={<code>{type}</code>} checked={events.includes(type)} />
              ))}
            </Choices>
            <Button kind="dark">{webhook.url === null || webhook.enabled ? 'Save' : 'Save and switch on'}</Button>
          </Form>
          {webhook.url === null ? null : <Tools webhook={webhook} viewer={viewer} />}
        </section>
        <section class="stack" aria-labelledby="log-title">
          <h2 id="log-title">What was sent</h2>
          <Chips label="State" row>
            {FILTERS.map((one) => (
              <Chip href={one === 'all' ? PATH : `${PATH}?status=${one}`} current={one === status}>
                {FILTER_WORDS[one]}
              </Chip>
            ))}
          </Chips>
          {deliveries.data.length === 0 ? (
            <Empty icon="list" title="Nothing here">
              <p>Each event that goes out stands here for 30 days, with every try and what came back.</p>
            </Empty>
          ) : (
            <Log deliveries={deliveries.data} viewer={viewer} />
          )}
        </section>
      </div>
    ),
  })
}

const Tools = ({ webhook: { secret_last4, enabled }, viewer }: { webhook: Webhook; viewer: Person }) => (
  <>
    <p>
      Signing secret ends in <code>{secret_last4}</code>
    </p>
    <Form action={PATH} viewer={viewer} class="actions" label="The webhook">
      {enabled ? (
        <Button name="do" value="test">
          Send a test
        </Button>
      ) : null}
      <Button name="do" value="rotate">
        New secret
      </Button>
      <Button kind="quiet" name="do" value="stop">
        Stop sending
      </Button>
    </Form>
    <p class="small quiet">A new secret replaces the old one at once: put it into your receiver right after.</p>
  </>
)

const STATES = { waiting: 'warn', delivered: 'ok', failed: 'bad' } as const

const Log = ({ deliveries, viewer }: { deliveries: readonly Delivery[]; viewer: Person }) => (
  <Table caption="Deliveries" columns={[{ label: 'Event' }, { label: 'State' }, { label: 'Tries' }, { label: 'Send again' }]}>
    {deliveries.map(({ id, event, type, status, tries, attempts, next_try_at, created_at }) => (
      <tr id={id}>
        <th scope="row">
          <a href={`${PATH}/${id}`}>
            <code>{type}</code>
          </a>
          <p class="small quiet">{dateTimeText(new Date(created_at))}</p>
        </th>
        <td>
          <Badge means={STATES[status]}>{status}</Badge>
        </td>
        <td>
          <details>
            <summary>
              {tries} {tries === 1 ? 'try' : 'tries'}
            </summary>
            <p class="small">
              <code>{event}</code>
            </p>
            <ol class="outcomes">
              {attempts.map(({ at, status, error, ms }) => (
                <li class="small">
                  {dateTimeText(new Date(at))}: {status === 0 ? (error ?? 'no answer') : status}, {ms} ms
                </li>
              ))}
            </ol>
            {next_try_at ? <p class="small">Next: {dateTimeText(new Date(next_try_at))}</p> : null}
          </details>
        </td>
        <td>
          <Form action={PATH} viewer={viewer} label={`Send ${type} again, ${event}`}>
            <input type="hidden" name="id" value={id} />
            <Button small name="do" value="retry">
              Redeliver
            </Button>
          </Form>
        </td>
      </tr>
    ))}
  </Table>
)
