import type { AnswerOf } from '#platform/http/endpoint.ts'
import { DayBegins, Timestamp } from '#web/ui/time.tsx'
import { numberText, plural } from '#core/format/count.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { EVENT_TYPES } from '#core/scopes.ts'
import { DELIVERY_STATUSES, ListDeliveries } from '#developers/webhooks/index.ts'
import type { Call } from '#web/framework/answer.ts'
import { Badge, Empty, Notice } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Table } from '#web/ui/table.tsx'
import { Pager } from '#web/ui/tabs.tsx'
import { counted } from '#web/framework/format.ts'
import { api, call, type Redelivery, type Webhook } from '#web/framework/page/index.ts'

const WEBHOOK = '/app/developers/webhook'
const LISTED = 50
const RETENTION_MS = 30 * 86_400_000

const FILTER_LABELS = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

type LogQuery = { status?: string | undefined; type?: string | undefined; day?: string | undefined; offset?: number }

/** Returns the log filter from the URL. Ignores values that the API would reject. */
export function logQueryOf(c: Call): LogQuery {
  const { status, type, day } = ListDeliveries.shape
  const offset = Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0))
  return {
    status: status.safeParse(c.req.query('status')).data,
    type: type.safeParse(c.req.query('type')).data,
    day: day.safeParse(c.req.query('day')).data,
    ...(offset > 0 && offset <= 100_000 ? { offset } : {}),
  }
}

/** Returns the URL path of the log with this filter applied. */
export const logAt = (logQuery: LogQuery): string => withQuery(WEBHOOK, logQuery)

const withQuery = (path: string, logQuery: LogQuery): string => {
  const query = new URLSearchParams(queryOf(logQuery)).toString()
  return query === '' ? path : `${path}?${query}`
}

const queryOf = (logQuery: LogQuery & { limit?: number }): Record<string, string> =>
  Object.fromEntries(Object.entries(logQuery).flatMap(([name, value]) => (value ? [[name, String(value)] as const] : [])))

export type Log = {
  logQuery: LogQuery
  list: AnswerOf<typeof api.listDeliveries>
  /** Number of failed deliveries in the whole log. */
  failed: number
  apiPath: string
}

/** Reads one page of the filtered log, and counts the failed deliveries in the whole log. */
export async function readLog(ctx: Context, viewer: Person, logQuery: LogQuery): Promise<Log> {
  const [list, failed] = await Promise.all([
    call(ctx, viewer, api.listDeliveries, { query: queryOf({ ...logQuery, limit: LISTED }) }),
    call(ctx, viewer, api.listDeliveries, { query: { status: 'failed', limit: '1' } }),
  ])
  return { logQuery, list, failed: failed.total, apiPath: withQuery('/webhooks/deliveries', logQuery) }
}

type Props = { log: Log; webhook: Webhook; viewer: Person; now: Date }

/** Deliveries, filtered by state, type and day. The user can resend one delivery, or all failed deliveries. */
export const DeliveryLog = ({ log, webhook, viewer, now }: Props) => {
  const { logQuery, list, failed } = log
  const { offset = 0, ...filters } = logQuery
  const narrowed = filters.status !== undefined || filters.type !== undefined || filters.day !== undefined
  return (
    <section class="stack" id="log" aria-labelledby="log-title">
      <h2 id="log-title">Deliveries</h2>
      {failed > 0 && webhook.enabled ? (
        <Form action={logAt(filters)} viewer={viewer} class="actions" label="Failed deliveries" with={{ tried_before: now.toISOString() }}>
          <Button do="retry-all" label={plural(failed, 'Redeliver the failed delivery', `Redeliver all ${numberText(failed)} failed`)} />
        </Form>
      ) : null}
      <Chips label="Status" row>
        <Chip href={logAt({ ...filters, status: undefined })} current={filters.status === undefined} label="All" />
        {DELIVERY_STATUSES.map((status) => (
          <Chip href={logAt({ ...filters, status })} current={status === filters.status} label={FILTER_LABELS[status]} />
        ))}
      </Chips>
      <form class="bulk-bar" action={WEBHOOK} method="get" aria-label="Filter deliveries">
        {filters.status ? <input type="hidden" name="status" value={filters.status} /> : null}
        <Select
          name="type"
          label="Event"
          value={filters.type ?? ''}
          choices={[{ value: '', label: 'All types' }, ...EVENT_TYPES.map((type) => ({ value: type, label: type }))]}
        />
        <Field
          name="day"
          label="Day"
          type="date"
          value={filters.day ?? ''}
          min={new Date(now.getTime() - RETENTION_MS).toISOString().slice(0, 10)}
          max={now.toISOString().slice(0, 10)}
        />
        <Button label="Show" />
      </form>
      <DayBegins now={now} />
      {list.data.length > 0 ? (
        <Rows log={log} viewer={viewer} />
      ) : narrowed ? (
        <Empty icon="list" title="No matching deliveries">
          <p>No delivery from the last 30 days matches these filters.</p>
          <ButtonLink href={WEBHOOK} label="Show all" />
        </Empty>
      ) : (
        <Empty icon="list" title="No deliveries yet">
          <p>Each delivery will appear here for 30 days, with every attempt and its response.</p>
        </Empty>
      )}
      <Pager
        next={list.has_more ? logAt({ ...filters, offset: offset + LISTED }) : null}
        previous={offset > 0 ? logAt({ ...filters, offset: Math.max(0, offset - LISTED) }) : null}
        more={`Next ${LISTED}`}
      />
    </section>
  )
}

/** Result of resending the failed deliveries. */
export const RedeliveryNotice = ({ sent, left }: Redelivery) => (
  <Notice means={sent > 0 ? 'ok' : 'info'} alert>
    {sent > 0 ? `${counted(sent, 'failed delivery is', 'failed deliveries are')} being sent again, with the same IDs and bodies.` : null}
    {sent === 0 && left === 0 ? 'All failed deliveries are already being sent again.' : null}
    {left > 0
      ? ` ${numberText(left)} more ${plural(left, 'is waiting', 'are waiting')}. Press the button again when the current deliveries are done.`
      : null}
  </Notice>
)

const STATES = { waiting: 'warn', delivered: 'ok', failed: 'bad' } as const

export const DeliveryBadge = ({ status }: { status: keyof typeof STATES }) => <Badge means={STATES[status]}>{status}</Badge>

const Rows = ({ log: { logQuery, list }, viewer }: { log: Log; viewer: Person }) => (
  <Table caption="Deliveries" columns={['Event', 'Status', { label: 'Attempts', minor: true }, 'Send again']}>
    {list.data.map(({ id, event, type, status, tries, attempts, next_try_at, created_at }) => (
      <tr id={id}>
        <th scope="row">
          <a href={`${WEBHOOK}/${id}`}>
            <code>{type}</code>
          </a>
          <p class="small quiet">
            <Timestamp at={created_at} />
          </p>
        </th>
        <td>
          <DeliveryBadge status={status} />
        </td>
        <td>
          <details>
            <summary>{counted(tries, 'attempt')}</summary>
            <p class="small">
              <code>{event}</code>
            </p>
            <ol class="outcomes">
              {attempts.map(({ at, status, error, ms }) => (
                <li class="small">
                  <Timestamp at={at} />: {status === 0 ? (error ?? 'no answer') : status}, {ms} ms
                </li>
              ))}
            </ol>
            {next_try_at ? (
              <p class="small">
                Next: <Timestamp at={next_try_at} />
              </p>
            ) : null}
          </details>
        </td>
        <td>
          <Form action={logAt(logQuery)} viewer={viewer} label={`Send ${type} again, ${event}`} with={{ id }}>
            <Button small do="retry" label="Redeliver" />
          </Form>
        </td>
      </tr>
    ))}
  </Table>
)
