import type { AnswerOf } from '#platform/http/endpoint.ts'
import type { Person } from '#platform/context/index.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '#core/scopes.ts'
import { readHealth } from '#developers/webhooks/log/index.ts'
import { TEST_DATA_PATH, TEST_ROLE_LABELS } from '#web/framework/test-band.tsx'
import { Button, Check, Choices, Field, Form, Notice, Section } from '#web/ui/index.ts'
import { api, call, page, problemAt, sendApp, tried, type PageRequest, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { Corners } from './developers.tsx'
import type { Redelivery, Webhook } from '#web/framework/page/records.ts'
import { WebhookHealth } from './webhook-health.tsx'
import { logQueryOf, DeliveryLog, logAt, readLog, RedeliveryNotice } from './webhook-log.tsx'
import { MESSAGES } from './copy.ts'

const PATH = '/app/developers/webhook'

/** `/app/developers/webhook` shows the URL, secret, test event and delivery log of the webhook. */
export const webhookPage = page({ path: PATH, name: 'webhook', form: act, show: (at) => send(at, {}) })

async function act(at: PageRequest, { fields, all }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  switch (fields.do) {
    case 'test':
      return send(at, { test: await call(ctx, viewer, api.testWebhook) })
    case 'retry':
      await call(ctx, viewer, api.retryDelivery, { params: { id: fields.id ?? '' } })
      return { to: logAt(logQueryOf(c)), message: 'The event is being sent again, with the same ID and the same body.' }
    case 'retry-all':
      return send(at, { redelivery: await call(ctx, viewer, api.retryDeliveries, { body: { tried_before: fields.tried_before } }) })
    case 'stop':
      await call(ctx, viewer, api.stopWebhook)
      return { to: PATH, message: 'Webhook stopped. We will send no more events.' }
    case 'rotate':
      return send(at, { secret: (await call(ctx, viewer, api.rotateWebhookSecret)).secret })
    default:
      return save(at, { url: fields.url ?? '', events: all('events') })
  }
}

/** After a new URL is saved, the page shows the secret, but only once. After an error, the page shows the submitted values again. */
async function save(at: PageRequest, typed: Typed): Promise<Outcome> {
  const saved = await tried(() => call(at.ctx, at.viewer, api.setWebhook, { body: typed }))
  if ('problem' in saved) return send({ ...at, problem: saved.problem }, { typed })
  return saved.done.secret ? send(at, { secret: saved.done.secret }) : { to: PATH, message: MESSAGES.saved }
}

type Typed = { url: string; events: readonly string[] }
type WebhookState = { typed?: Typed; secret?: string | undefined; test?: AnswerOf<typeof api.testWebhook>; redelivery?: Redelivery }

async function send(at: PageRequest, { typed, secret, test, redelivery }: WebhookState): Promise<Response> {
  const { ctx, c, viewer, problem } = at
  const [webhook, health, log] = await Promise.all([
    call(ctx, viewer, api.getWebhook),
    readHealth(ctx, viewer),
    readLog(ctx, viewer, logQueryOf(c)),
  ])
  const events: readonly string[] = typed?.events ?? (webhook.url === null ? DEFAULT_EVENT_TYPES : webhook.events)
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['GET /webhooks', `GET ${log.apiPath}`],
    title: 'Webhook',
    intro: viewer.testRole ? (
      `Events for ${TEST_ROLE_LABELS[viewer.testRole]} are sent to a separate address. Each event says that it is a test.`
    ) : (
      <MarketIntro />
    ),
    atFields: ['url', 'events'],
    children: (
      <div class="stack">
        <Corners at={PATH} />
        {webhook.url !== null && !webhook.enabled ? <SwitchedOff byFailures={health !== null && health.switchedOffAt !== null} /> : null}
        {secret ? (
          <div class="panel" role="status">
            <Notice means="ok">This is your signing secret. Copy it now, because we show it only once.</Notice>
            <pre tabindex={0} id="secret">
              {secret}
            </pre>
          </div>
        ) : null}
        {test ? (
          <Notice means={test.status >= 200 && test.status < 300 ? 'ok' : 'bad'} alert>
            {test.status === 0
              ? `No response: ${test.error ?? 'the reason is unknown'}.`
              : `The receiver responded with status ${test.status}.`}
          </Notice>
        ) : null}
        {redelivery ? <RedeliveryNotice {...redelivery} /> : null}
        <Section id="address-title" title="Address and events" className="panel">
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
            <Button kind="dark" label={webhook.url === null || webhook.enabled ? 'Save' : 'Save and turn on'} />
          </Form>
          {webhook.url === null ? null : <Tools webhook={webhook} viewer={viewer} />}
        </Section>
        {health ? <WebhookHealth hours={health.hours} /> : null}
        <DeliveryLog log={log} webhook={webhook} viewer={viewer} now={ctx.now()} />
      </div>
    ),
  })
}

const SwitchedOff = ({ byFailures }: { byFailures: boolean }) =>
  byFailures ? (
    <Notice means="bad">
      <strong>Your webhook is off because every delivery failed for three days.</strong>
      <p>
        Fix the receiver, then save below to turn it on again. You can redeliver failed events from the log for 30 days. Events that happen
        while the webhook is off are only in <code>GET /v1/events</code>.
      </p>
    </Notice>
  ) : (
    <Notice means="warn">
      <strong>Your webhook is off.</strong>
      <p>
        Save below to turn it on. Events that happen while the webhook is off are only in <code>GET /v1/events</code>, for 30 days.
      </p>
    </Notice>
  )

const MarketIntro = () => (
  <>
    We send signed events to one address as they happen. Your <a href={TEST_DATA_PATH}>test data</a> has its own webhook.
  </>
)

const Tools = ({ webhook: { secret_last4, enabled }, viewer }: { webhook: Webhook; viewer: Person }) => (
  <>
    <p>
      Signing secret ends in <code>{secret_last4}</code>
    </p>
    <Form action={PATH} viewer={viewer} class="actions" label="The webhook">
      {enabled ? <Button do="test" label="Send a test" /> : null}
      <Button do="rotate" label="Replace secret" />
      <Button kind="quiet" do="stop" label="Stop webhook" />
    </Form>
    <p class="small quiet">A new secret replaces the old secret immediately, so update your receiver right away.</p>
  </>
)
