import { numberText } from '#core/format/count.ts'
import { Badge, ButtonLink, Countdown, Empty, Facts, Name, QuotedName, Section, Sentence, Snippet, Table, Tabs } from '#web/ui/index.ts'
import { api, type Approval, type PageRequest, call, page, sendApp } from '#web/framework/page/index.ts'
import { RequestRows } from './request-rows.tsx'

/** `/app/developers` shows the base URL, this month's usage, first steps, and approval requests. */
export const developersPage = page({ path: '/app/developers', name: 'developers', show: sendOverview })
export const approvalsPage = page({ path: '/app/developers/approvals', name: 'approvals', show: sendApprovals })

const CORNERS = [
  { path: '/app/developers', label: 'Overview' },
  { path: '/app/developers/test-data', label: 'Test data' },
  { path: '/app/developers/keys', label: 'Keys' },
  { path: '/app/developers/apps', label: 'Apps' },
  { path: '/app/developers/approvals', label: 'Approvals' },
  { path: '/app/developers/webhook', label: 'Webhook' },
  { path: '/app/developers/logs', label: 'Requests' },
] as const

export const Corners = ({ at }: { at: (typeof CORNERS)[number]['path'] }) => (
  <Tabs label="Developers" tabs={CORNERS.map(({ path, label }) => ({ href: path, label, current: path === at }))} />
)

async function sendOverview(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const [me, webhook, keys, failed] = await Promise.all([
    call(ctx, viewer, api.getMe),
    call(ctx, viewer, api.getWebhook),
    call(ctx, viewer, api.listKeys),
    call(ctx, viewer, api.listRequests, { query: { failed: 'true', limit: '5' } }),
  ])
  const base = `${ctx.config.programsUrl}/v1`
  const key = keys.data.find(({ revoked_at, kind }) => revoked_at === null && kind === 'api')
  const { requests, limit } = me.usage
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['GET /me'],
    title: 'Developers',
    intro: 'A program that uses your own key can do everything that you can do on these pages.',
    actions: (
      <>
        <ButtonLink href="/docs" icon="code" label="Documentation" />
        <ButtonLink href="/app/developers/keys" kind="dark" icon="key" label="Create a key" />
      </>
    ),
    children: (
      <div class="stack">
        <Corners at="/app/developers" />
        <Facts
          caption="The API"
          rows={[
            ['Base URL', <code>{base}</code>],
            [
              'Requests this month',
              <>
                {numberText(requests)} of {numberText(limit)}{' '}
                <meter class="usage" min={0} max={limit} high={limit * 0.8} value={requests} aria-label="Requests this month" />
              </>,
            ],
            ['Webhook', <a href="/app/developers/webhook">{webhook.url === null ? 'None yet' : webhook.enabled ? webhook.url : 'Off'}</a>],
            [
              'Reference',
              <>
                <a href="/docs/api">Every operation</a>, also as <a href="/openapi.json">OpenAPI 3.1</a>
              </>,
            ],
          ]}
        />
        {failed.data.length > 0 ? (
          <Section id="errors-title" title="Recent errors">
            <RequestRows requests={failed.data} now={ctx.now()} />
          </Section>
        ) : null}
        <h2>Quick start</h2>
        {key ? (
          <p>
            Your newest key is <QuotedName of={key.name} />, ending in <code>{key.last4}</code>. Set its secret in your shell:
          </p>
        ) : (
          <p>
            <a href="/app/developers/keys">Create a key</a>. We show it once. Set it in your shell:
          </p>
        )}
        <Snippet language="sh" text={`export KEY=rsk_…${key?.last4 ?? ''}`} />
        <p>Read your inbox:</p>
        <Snippet language="sh" text={`curl ${base}/inbox \\\n  -H "Authorization: Bearer $KEY"`} />
        <p>{me.shops.length === 0 ? 'List an item, once you have a shop:' : 'List an item:'}</p>
        <Snippet
          language="sh"
          text={`curl -X POST ${base}/listings \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: coat-1" \\\n  -d '{"title": "Wool coat", "price": 45, "shipping": 6, "publish": true}'`}
        />
        <p>
          The same call <a href="/docs#with-javascript">in JavaScript</a> and <a href="/docs#with-python">in Python</a>. For an assistant,
          create an <a href="/docs/agents">agent link</a>.
        </p>
      </div>
    ),
  })
}

async function sendApprovals(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const approvals = await call(ctx, viewer, api.listApprovals, { query: { limit: '50' } })
  const [waiting, past] = [
    approvals.data.filter(({ status }) => status === 'pending'),
    approvals.data.filter(({ status }) => status !== 'pending'),
  ]
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['GET /approvals'],
    title: 'Approvals',
    intro: 'Requests that need your approval. Nothing will happen unless you approve them.',
    children: (
      <div class="stack">
        <Corners at="/app/developers/approvals" />
        {waiting.length === 0 ? (
          <Empty icon="check" title="No requests waiting">
            <p>
              You can create a key that needs your approval before it publishes, changes a price, accepts an offer or moves money. Its
              requests will appear here.
            </p>
          </Empty>
        ) : (
          <Rows caption="Waiting" approvals={waiting} now={ctx.now()} />
        )}
        {past.length > 0 ? (
          <>
            <h2>Decided</h2>
            <Rows caption="Decided" approvals={past} now={ctx.now()} />
          </>
        ) : null}
      </div>
    ),
  })
}

const Rows = ({ caption, approvals, now }: { caption: string; approvals: readonly Approval[]; now: Date }) => (
  <Table caption={caption} columns={['Request', 'Key', 'Status']}>
    {approvals.map(({ id, summary, key, status, expires_at }) => (
      <tr>
        <th scope="row">
          <a href={`/app/approvals/${id}`}>
            <Sentence text={summary} />
          </a>
        </th>
        <td>
          <Name of={key.name} />
        </td>
        <td>
          {status === 'pending' ? (
            <Badge means="warn">
              <Countdown at={expires_at} now={now} over="expired" />
            </Badge>
          ) : (
            <Badge {...(status === 'done' ? { means: 'ok' as const } : status === 'failed' ? { means: 'bad' as const } : {})}>
              {status}
            </Badge>
          )}
        </td>
      </tr>
    ))}
  </Table>
)
