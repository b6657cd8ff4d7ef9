import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { Chip, Chips } from '#web/components/chip.tsx'
import { call, type List } from './calling.ts'
import { Corners } from './developers.tsx'
import { sendAppPage } from './frame.tsx'
import { place } from './places.ts'
import type { LoggedRequest } from './records.ts'
import { RequestRows } from './request-rows.tsx'

const PATH = '/app/developers/logs'

/** `/app/developers/logs`: the last requests of one's keys, without anything that was said in them. */
export const mountLogs = (app: App, ctx: Context): void => place(app, ctx, PATH, 'logs', (c, viewer) => send(ctx, c, viewer))

async function send(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const failed = c.req.query('failed') === 'true'
  const { data } = await call<List<LoggedRequest>>(ctx, viewer, 'listRequests', {
    query: { limit: '100', ...(failed ? { failed: 'true' } : {}) },
  })
  return sendAppPage(ctx, c, viewer, {
    current: 'developers',
    twin: [{ method: 'GET', path: '/requests?limit=100' }],
    title: 'Requests',
    intro: 'The last 100 that your keys made, of at most 30 days. Bodies, queries and secrets are not kept.',
    children: (
      <div class="stack">
        <Corners at={PATH} />
        <Chips label="Which" row>
          <Chip href={PATH} current={!failed}>
            All
          </Chip>
          <Chip href={`${PATH}?failed=true`} current={failed}>
            Errors
          </Chip>
        </Chips>
        {data.length === 0 ? (
          <Empty icon="list" title={failed ? 'No errors' : 'No requests yet'}>
            <p>{failed ? 'None of the last requests ended with an error.' : 'What your keys ask for stands here a moment later.'}</p>
          </Empty>
        ) : (
          <RequestRows requests={data} now={ctx.now()} />
        )}
      </div>
    ),
  })
}
