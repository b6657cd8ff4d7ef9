import type { Child } from 'hono/jsx'
import type { Context, Operator } from '#platform/context.ts'
import type { Call } from '#web/answer.ts'
import { call, type List } from '#web/app/calling.ts'
import { Empty } from '#web/components/badge.tsx'
import type { IconName } from '#web/components/icon.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import type { OperatorPlace } from '#web/layouts/signed-in.tsx'
import { offsetOf, PAGE, pagesOf, sendDesk } from './desk.tsx'

/** One side of a list: what the API is asked for it, and what stands there while there is none. */
type Side = { label: string; query: Readonly<Record<string, string>>; none: string }

/** A list of the operator's with two sides, the second at `?show=` and its name. */
type TwoSided<T> = {
  current: OperatorPlace
  title: string
  /** The endpoint that lists them. */
  operation: string
  first: Side
  second: Side & { show: string }
  icon: IconName
  /** Said while a side is empty: what comes here. */
  about: string
  rows(all: readonly T[]): Child
}

/** Sends one side of a list, page by page, the newest first. */
export async function sendTwoSided<T>(ctx: Context, c: Call, operator: Operator, list: TwoSided<T>): Promise<Response> {
  const { current, title, operation, first, second, icon, about, rows } = list
  const path = `/operator/${current}`
  const other = `${path}?show=${second.show}`
  const onSecond = c.req.query('show') === second.show
  const side = onSecond ? second : first
  const offset = offsetOf(c)
  const { data, has_more } = await call<List<T>>(ctx, operator, operation, {
    query: { ...side.query, limit: String(PAGE), offset: String(offset) },
  })
  return sendDesk(ctx, c, operator, {
    current,
    title,
    children: (
      <div class="stack">
        <Tabs
          label={title}
          tabs={[
            { href: path, label: first.label, current: !onSecond },
            { href: other, label: second.label, current: onSecond },
          ]}
        />
        {data.length === 0 ? (
          <Empty icon={icon} title={side.none}>
            <p>{about}</p>
          </Empty>
        ) : (
          rows(data)
        )}
        <Pager {...pagesOf(onSecond ? other : path, offset, has_more)} more="Older ones" />
      </div>
    ),
  })
}

/** Rows that lead to a page each. */
export const Rows = ({ children }: { children?: Child }) => (
  <ul class="app-threads" role="list">
    {children}
  </ul>
)

type RowProps = { href: string; title: Child; line: Child; at?: string; now?: Date; children?: Child }

/** What it is, a line about it, its badges, and since when. */
export const Row = ({ href, title, line, at, now, children }: RowProps) => (
  <li>
    <a href={href}>
      <strong>{title}</strong>
      <span class="clip">{line}</span>
    </a>
    <span class="marks">
      {children}
      {at && now ? (
        <span class="small quiet">
          <Time at={new Date(at)} now={now} />
        </span>
      ) : null}
    </span>
  </li>
)
