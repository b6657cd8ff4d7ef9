import { Badge, Button, ButtonLink, Facts, Form, Timestamp, Snippet, Table } from '#web/ui/index.ts'
import { api, type PageRequest, call, type DeliveryDetail, page, sendApp } from '#web/framework/page/index.ts'
import { Corners } from './developers.tsx'
import { quoted } from '#web/framework/page/copy-as-curl.tsx'
import { DeliveryBadge } from './webhook-log.tsx'

const WEBHOOK = '/app/developers/webhook'

/** A webhook delivery: its attempts with their results, and the exact body that was sent. */
export const deliveryPage = page({ path: `${WEBHOOK}/:id`, name: 'delivery', show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  const [delivery, webhook] = await Promise.all([call(ctx, viewer, api.getDelivery, { params: { id } }), call(ctx, viewer, api.getWebhook)])
  return sendApp(at, {
    current: 'developers',
    apiCalls: [`GET /webhooks/deliveries/${id}`, `POST /webhooks/deliveries/${id}/retry`],
    title: delivery.type,
    intro: `Delivery of ${delivery.event}.`,
    actions: (
      <>
        <ButtonLink href={WEBHOOK} kind="quiet" icon="left" label="All deliveries" />
        <Form action={WEBHOOK} viewer={viewer} label="Send it again" with={{ id }}>
          <Button kind="dark" do="retry" label="Redeliver" />
        </Form>
      </>
    ),
    children: (
      <div class="stack">
        <Corners at={WEBHOOK} />
        <Facts caption="The delivery" rows={factsOf(delivery)} />
        <h2>Attempts</h2>
        <Tries delivery={delivery} />
        <h2>Request</h2>
        <Snippet text={headersOf(delivery)} />
        <Snippet language="json" text={pretty(delivery.body)} />
        <p class="small quiet">
          The signature covers the exact bytes of the body, which is one line. See{' '}
          <a href="/docs/webhooks#check-the-signature">how to check the signature</a>.
        </p>
        <h2>Test your receiver</h2>
        <Snippet language="sh" text={curlOf(delivery, webhook.url)} />
        <p class="small quiet">This request has no valid signature, so your receiver should reject the request with status 400.</p>
      </div>
    ),
  })
}

const factsOf = ({ status, event, created_at, next_try_at }: DeliveryDetail) => [
  ['Status', <DeliveryBadge status={status} />] as const,
  ['Event', <code>{event}</code>] as const,
  ['Happened', <Timestamp at={created_at} />] as const,
  ...(next_try_at ? [['Next attempt', <Timestamp at={next_try_at} />] as const] : []),
]

const Tries = ({ delivery: { attempts } }: { delivery: DeliveryDetail }) =>
  attempts.length === 0 ? (
    <p>No attempts yet. The first attempt will start in a moment.</p>
  ) : (
    <Table caption="Attempts" columns={[{ label: 'Attempt', number: true }, 'When', 'Response', { label: 'Duration', number: true }]}>
      {attempts.map(({ at, status, error, ms }, index) => (
        <tr>
          <td class="number">{index + 1}</td>
          <td>
            <Timestamp at={at} />
          </td>
          <td>
            <Badge means={status >= 200 && status < 300 ? 'ok' : 'bad'}>{status === 0 ? 'no answer' : status}</Badge>{' '}
            {WHY[error ?? ''] ?? error}
          </td>
          <td class="number">{ms} ms</td>
        </tr>
      ))}
    </Table>
  )

/** Advice for failed deliveries, by error code (spec: completions 10). */
const WHY: Readonly<Record<string, string>> = {
  timeout: 'No response within 10 seconds. Respond first, then process the event.',
  dns: 'The host name could not be found.',
  refused: 'No server accepts connections at this address.',
  tls: 'The certificate was not accepted.',
  'private address': 'The address is inside our own network, where we do not send webhooks.',
  redirect: 'The address redirects, and we do not follow redirects. Save the final address instead.',
  'bad answer': 'The response is not HTTP.',
  'bad address': 'Webhooks cannot be sent to this port.',
}

const headersOf = ({ headers }: DeliveryDetail): string =>
  [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Service-Signature: t=<unix seconds>,v1=<hex of HMAC-SHA256, new for each attempt>',
  ].join('\n')

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const curlOf = ({ headers, body }: DeliveryDetail, url: string | null): string =>
  [
    `curl -X POST ${quoted(url ?? 'https://example.com/hooks')}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `-d ${quoted(body)}`,
  ].join(' \\\n  ')
