import type { Child } from 'hono/jsx'
import type { Context, Person } from '#platform/context.ts'
import { readTasks, type OwedTask } from '#deal/inbox/index.ts'
import { standingOf } from '#people/operator/measures/index.ts'
import { sendPage, type Call, type PageOptions } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { StandingMeasures } from '#web/components/standing.tsx'
import { Layout } from '#web/layouts/public.tsx'
import { YouLayout, type YourPlace } from '#web/layouts/signed-in.tsx'
import { badgesOf } from '#web/tasks/badges.ts'
import { takeFlash, type Flash } from './flash.ts'

type Page = {
  current: YourPlace
  title: string
  intro?: Child
  actions?: Child
  tone?: string
  /** What waits for the viewer, where the page has read it. */
  tasks?: readonly OwedTask[]
}

/** Sends one of a buyer's own pages: in their frame, with what waits where and what was just done. */
export async function sendYours(
  ctx: Context,
  c: Call,
  viewer: Person,
  { tasks, ...page }: Page,
  body: Child,
  status: PageOptions['status'] = 200,
): Promise<Response> {
  const { flash, headers } = takeFlash(ctx, c)
  const [waiting, measures] = await Promise.all([tasks ?? readTasks(ctx, viewer.accountId), standingOf(ctx, viewer)])
  const counts = badgesOf('you', waiting)
  return sendPage(
    ctx,
    c,
    <YouLayout site={ctx.config} viewer={viewer} counts={counts} live={ctx.now().getTime()} {...page}>
      <StandingMeasures measures={measures} />
      <Done viewer={viewer} flash={flash} />
      {body}
    </YouLayout>,
    { status, headers },
  )
}

/** Sends a page that does one thing, in the frame of the market: an offer, a question, a purchase. */
export function sendStep(
  ctx: Context,
  c: Call,
  viewer: Person,
  { title, tone }: { title: string; tone?: string },
  body: Child,
  status: PageOptions['status'] = 200,
): Promise<Response> {
  const { flash, headers } = takeFlash(ctx, c)
  return sendPage(
    ctx,
    c,
    <Layout site={ctx.config} viewer={viewer} title={`${title} · resale`} {...(tone ? { tone } : {})}>
      <div class="step-page">
        <h1>{title}</h1>
        <Done viewer={viewer} flash={flash} />
        {body}
      </div>
    </Layout>,
    { status, headers: { 'X-Robots-Tag': 'noindex', ...headers } },
  )
}

const Done = ({ viewer, flash }: { viewer: Person; flash: Flash | null }) =>
  flash === null ? null : (
    <div class="done" role="status">
      <Notice means="ok">
        <span>{flash.says}</span>
        {flash.undo ? (
          <Form action={flash.undo.path} viewer={viewer}>
            {Object.entries(flash.undo.fields).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <Button small icon="undo">
              Undo
            </Button>
          </Form>
        ) : null}
      </Notice>
    </div>
  )

/** What is wrong with a form as a whole, read out at once. */
export const Wrong = ({ says }: { says: string | null }) =>
  says === null ? null : (
    <Notice means="bad" alert>
      {says}
    </Notice>
  )
