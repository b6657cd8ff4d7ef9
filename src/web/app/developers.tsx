import type { Context, Person } from '#context.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge, Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Facts, Table } from '#web/components/table.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { Countdown } from '#web/components/time.tsx'
import { call, type List } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { place } from './places.ts'
import type { Approval, Webhook } from './records.ts'

/** `/app/developers`: the base address, the month, and how to begin; what agents ask for. */
export function mountDevelopers(app: App, ctx: Context): void {
  place(app, ctx, '/app/developers', 'developers', (c, viewer) => sendOverview(ctx, c, viewer))
  place(app, ctx, '/app/developers/approvals', 'approvals', (c, viewer) => sendApprovals(ctx, c, viewer))
}

const CORNERS = [
  { path: '/app/developers', label: 'Overview' },
  { path: '/app/developers/keys', label: 'Keys' },
  { path: '/app/developers/approvals', label: 'Approvals' },
  { path: '/app/developers/webhook', label: 'Webhook' },
] as const

export const Corners = ({ at }: { at: (typeof CORNERS)[number]['path'] }) => (
  <Tabs label="Developers" tabs={CORNERS.map(({ path, label }) => ({ href: path, label, current: path === at }))} />
)

type Account = { usage: { requests: number; limit: number } }

async function sendOverview(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const [me, webhook] = await Promise.all([call<Account>(ctx, viewer, 'getMe'), call<Webhook>(ctx, viewer, 'getWebhook')])
  const base = `${ctx.config.publicUrl}/v1`
  const [used, limit] = [me.usage.requests, me.usage.limit].map((count) => count.toLocaleString('en-US'))
  return sendAppPage(ctx, c, viewer, {
    current: 'developers',
    title: 'Developers',
    intro: 'Everything on these pages can be done by the API, with a key of yours.',
    actions: (
      <ButtonLink href="/app/developers/keys" kind="dark" icon="key">
        Make a key
      </ButtonLink>
    ),
    children: (
      <div class="stack">
        <Corners at="/app/developers" />
        <Facts
          caption="The API"
          rows={[
            ['Base address', <code>{base}</code>],
            ['This month', `${used} requests of ${limit}`],
            ['Webhook', webhook.url === null ? 'None yet' : webhook.enabled ? webhook.url : 'Switched off'],
            ['Reference', <a href="/v1/openapi.json">OpenAPI 3.1</a>],
          ]}
        />
        <h2>Quick start</h2>
        <p>Make a key, put it into your shell, and read your inbox:</p>
        <pre tabindex={0}>{`export KEY=rsk_…\ncurl ${base}/inbox -H "Authorization: Bearer $KEY"`}</pre>
        <p>List something:</p>
        <pre
          tabindex={0}
        >{`curl -X POST ${base}/listings \\\n  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: coat-1" \\\n  -d '{"title": "Wool coat", "price": 45, "shipping": 6, "publish": true}'`}</pre>
      </div>
    ),
  })
}

async function sendApprovals(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const approvals = await call<List<Approval>>(ctx, viewer, 'listApprovals', { query: { limit: '50' } })
  const [waiting, past] = [
    approvals.data.filter(({ status }) => status === 'pending'),
    approvals.data.filter(({ status }) => status !== 'pending'),
  ]
  return sendAppPage(ctx, c, viewer, {
    current: 'developers',
    title: 'Approvals',
    intro: 'What agents asked for first. Silence is never a yes.',
    children: (
      <div class="stack">
        <Corners at="/app/developers/approvals" />
        {waiting.length === 0 ? (
          <Empty icon="check" title="No agent is waiting">
            <p>A key can be made to ask before it publishes, changes a price, takes an offer or moves money. It asks here.</p>
          </Empty>
        ) : (
          <Rows caption="Waiting" approvals={waiting} now={ctx.now()} />
        )}
        {past.length > 0 ? (
          <>
            <h2>Before</h2>
            <Rows caption="Decided" approvals={past} now={ctx.now()} />
          </>
        ) : null}
      </div>
    ),
  })
}

const Rows = ({ caption, approvals, now }: { caption: string; approvals: readonly Approval[]; now: Date }) => (
  <Table caption={caption} columns={[{ label: 'What' }, { label: 'Key' }, { label: 'State' }]}>
    {approvals.map(({ id, summary, key, status, expires_at }) => (
      <tr>
        <th scope="row">
          <a href={`/app/approvals/${id}`}>{summary}</a>
        </th>
        <td>{key.name}</td>
        <td>
          {status === 'pending' ? (
            <Badge means="warn">
              <Countdown at={new Date(expires_at)} now={now} over="over" />
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
