import type { Child } from 'hono/jsx'
import type { Context, Operator } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { requireSecond } from '#platform/http/run.ts'
import { sendPage, type Call } from '#web/answer.ts'
import { tried, type Problem } from '#web/app/calling.ts'
import { doneAt, saidAt, type Flash } from '#web/app/places.ts'
import { takeAppForm } from '#web/app/taking.ts'
import { Notice } from '#web/components/badge.tsx'
import { OperatorLayout, type OperatorPlace } from '#web/layouts/signed-in.tsx'
import { readOperatorTasks, type OwedTask } from '#deal/inbox/index.ts'
import { badgesOf } from '#web/tasks/badges.ts'
import { notFound, page } from '#web/page.tsx'
import { viewerOf } from '#web/session.ts'

type Fields = Record<string, string>
/** What a form said and why it could not be done, for the page that is shown again. */
export type Failed = { fields: Fields; problem: Problem }
type Shows = (c: Call, operator: Operator, failed?: Failed) => Promise<Response>
/** What a form does: the work, where to go and what to say then. Null where it says nothing that can be done. */
export type Deed = { work(): Promise<unknown>; to: string; said: Flash } | null
type Does = (c: Call, operator: Operator, fields: Fields) => Promise<Deed> | Deed

/**
 * One address of the operator's. Everybody else, signed in or not, gets the page of an address that is nobody's. `does`: what
 * its form does, by the verbs of the API; refused, the page comes again with what was typed.
 */
export function desk(app: App, ctx: Context, path: string, shows: Shows, does?: Does): void {
  app.get(
    path,
    page(ctx, 'operator', async (c) => shows(c, await operatorOf(ctx, c))),
  )
  if (!does) return
  app.post(
    path,
    page(ctx, 'operator', async (c) => {
      const operator = await operatorOf(ctx, c)
      const taken = await takeAppForm(ctx, c, async ({ fields }) => {
        const deed = await does(c, operator, fields)
        if (!deed) return shows(c, operator, { fields, problem: { param: 'do', message: 'Choose what to do.', status: 400 } })
        const result = await tried(() => deed.work())
        return 'done' in result ? doneAt(c, deed.to, deed.said) : shows(c, operator, { fields, problem: result.problem })
      })
      if (!taken) throw notFound()
      return taken
    }),
  )
}

async function operatorOf(ctx: Context, c: Call): Promise<Operator> {
  const viewer = await viewerOf(ctx, c)
  if (viewer.kind !== 'anonymous') requireSecond(viewer)
  if (viewer.kind === 'anonymous' || !viewer.isOperator) throw notFound()
  return viewer as Operator
}

type Shown = {
  current: OperatorPlace
  title: string
  intro?: Child
  actions?: Child
  failed?: Failed | undefined
  /** The fields that show their own problem. */
  atFields?: readonly string[]
  /** What waits for the operator, where the page has read it. */
  tasks?: readonly OwedTask[]
  children?: Child
}

/** Sends a page of the operator's, with what was just done or went wrong on top, and what waits where. */
export async function sendDesk(
  ctx: Context,
  c: Call,
  operator: Operator,
  { failed, atFields = ['reason'], children, tasks, ...layout }: Shown,
): Promise<Response> {
  const counts = badgesOf('operator', tasks ?? (await readOperatorTasks(ctx, operator)))
  const problem = failed?.problem
  const onTop = problem && !atFields.includes(problem.param ?? '')
  const said = problem ? undefined : saidAt(c)
  const markup = (
    <OperatorLayout site={ctx.config} viewer={operator} counts={counts} {...layout}>
      {onTop ? (
        <div class="app-said">
          <Notice means="bad" alert>
            {problem.message}
          </Notice>
        </div>
      ) : said ? (
        <div class="app-said" role="status">
          <Notice means="ok">{said}</Notice>
        </div>
      ) : null}
      {children}
    </OperatorLayout>
  )
  return sendPage(ctx, c, markup, { ...(problem ? { status: problem.status } : {}), headers: { 'X-Robots-Tag': 'noindex' } })
}

/** Where a list begins, by its address. */
export const offsetOf = (c: Call): number => Math.min(100_000, Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0)))

export const PAGE = 25

/** The list's next and last pages. `at`: its address without an offset. */
export function pagesOf(at: string, offset: number, hasMore: boolean): { next: string | null; previous: string | null } {
  const to = (from: number) => (from === 0 ? at : `${at}${at.includes('?') ? '&' : '?'}offset=${from}`)
  return { next: hasMore ? to(offset + PAGE) : null, previous: offset > 0 ? to(Math.max(0, offset - PAGE)) : null }
}
