import type { Context, Person } from '#platform/context.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '#domain/scopes.ts'
import { readHealth } from '#people/webhooks/log/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Check, Choices, Field } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { call, problemAt, tried, type Problem } from './calling.ts'
import { Corners } from './developers.tsx'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Redelivery, Webhook } from './records.ts'
import type { Taken } from './taking.ts'
import { WebhookHealth } from './webhook-health.tsx'
import { askedOf, DeliveryLog, logAt, readLog, RedeliveryNotice } from './webhook-log.tsx'

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
    return 'done' in sent ? doneAt(c, logAt(askedOf(c)), 'redelivered') : send(ctx, c, viewer, { problem: sent.problem })
  }
  if (fields.do === 'retry-all') {
    const sent = await tried(() => call<Redelivery>(ctx, viewer, 'retryDeliveries', { body: { tried_before: fields.tried_before } }))
    return send(ctx, c, viewer, 'done' in sent ? { redelivery: sent.done } : { problem: sent.problem })
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
type Shown = { problem?: Problem; typed?: Typed; secret?: string; test?: Test; redelivery?: Redelivery }

async function send(ctx: Context, c: Call, viewer: Person, { problem, typed, secret, test, redelivery }: Shown): Promise<Response> {
  const [webhook, health, log] = await Promise.all([
    call<Webhook>(ctx, viewer, 'getWebhook'),
    readHealth(ctx, viewer),
    readLog(ctx, viewer, askedOf(c)),
  ])
  const events: readonly string[] = typed?.events ?? (webhook.url === null ? DEFAULT_EVENT_TYPES : webhook.events)
  return sendAppPage(ctx, c, viewer, {
    current: 'developers',
    twin: [
      { method: 'GET', path: '/webhooks' },
      { method: 'GET', path: log.twin },
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
        {redelivery ? <RedeliveryNotice {...redelivery} /> : null}
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
        {health ? <WebhookHealth hours={health} /> : null}
        <DeliveryLog log={log} webhook={webhook} viewer={viewer} now={ctx.now()} />
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
