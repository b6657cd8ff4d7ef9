import { Chip, Chips, Empty } from '#web/ui/index.ts'
import { api, call, page, sendApp, type PageRequest } from '#web/framework/page/index.ts'
import { Corners } from './developers.tsx'
import { RequestRows } from './request-rows.tsx'

const PATH = '/app/developers/logs'

/** `/app/developers/logs` shows the most recent requests made with the user's keys, without their bodies. */
export const logsPage = page({ path: PATH, name: 'logs', show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const failed = c.req.query('failed') === 'true'
  const { data } = await call(ctx, viewer, api.listRequests, {
    query: { limit: '100', ...(failed ? { failed: 'true' } : {}) },
  })
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['GET /requests?limit=100'],
    title: 'Requests',
    intro: 'The last 100 requests made with your keys, up to 30 days old. We do not store request bodies, queries or secrets.',
    children: (
      <div class="stack">
        <Corners at={PATH} />
        <Chips label="Filter" row>
          <Chip href={PATH} current={!failed} label="All" />
          <Chip href={`${PATH}?failed=true`} current={failed} label="Errors" />
        </Chips>
        {data.length === 0 ? (
          <Empty icon="list" title={failed ? 'No errors' : 'No requests yet'}>
            <p>{failed ? 'None of the last 100 requests failed.' : 'Requests made with your keys will appear here after a moment.'}</p>
          </Empty>
        ) : (
          <RequestRows requests={data} now={ctx.now()} />
        )}
      </div>
    ),
  })
}
