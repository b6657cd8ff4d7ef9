import type { Child } from 'hono/jsx'
import type { Context, Person } from '#platform/context.ts'
import { sendPage, type Call, type PageOptions } from '#web/answer.ts'
import { standingOf } from '#people/operator/measures/index.ts'
import { Notice } from '#web/components/badge.tsx'
import { StandingMeasures } from '#web/components/standing.tsx'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { AppLayout, type AppPlace } from '#web/layouts/signed-in.tsx'
import type { Script } from '#web/look/scripts.ts'
import { call, type List, type Problem } from './calling.ts'
import { saidAt } from './places.ts'
import { badgesOf } from '#web/tasks/badges.ts'
import { readTasks, type OwedTask } from '#deal/inbox/index.ts'
import type { Shop } from './records.ts'
import { TwinMenu, type Twin } from './twin.tsx'

type Shown = {
  /** Null: a page that no place of the rail stands for. */
  current?: AppPlace
  title: string
  intro?: Child
  actions?: Child
  tone?: string | undefined
  problem?: Problem | undefined
  /** What waits for the viewer, where the page has read it. */
  tasks?: readonly OwedTask[]
  /** What was just done, where the words are not those of a `?said=`. */
  said?: string | undefined
  /** The form that takes back what was just done. */
  undo?: Undo | undefined
  /** The calls of the API that do the same. */
  twin?: readonly Twin[]
  scripts?: readonly Script[]
  /** The fields that show their own problem: the page says all others on top. */
  atFields?: readonly string[]
  children?: Child
}

/** Sends a page of the seller's app: the rail with what waits, what was just done or went wrong, then the page. */
export async function sendAppPage(ctx: Context, c: Call, viewer: Person, shown: Shown, options: PageOptions = {}): Promise<Response> {
  const [tasks, measures] = await Promise.all([shown.tasks ?? readTasks(ctx, viewer.accountId), standingOf(ctx, viewer)])
  const counts = badgesOf('app', tasks)
  const { problem, atFields = [], children, tone, undo, twin, actions, tasks: _tasks, scripts = [], said = saidAt(c), ...layout } = shown
  const onTop = problem && !atFields.includes(problem.param?.split(/[.[]/)[0] ?? '')
  const markup = (
    <AppLayout
      site={ctx.config}
      viewer={viewer}
      counts={counts}
      live={ctx.now().getTime()}
      {...layout}
      {...(tone ? { tone } : {})}
      scripts={['app', ...scripts]}
      actions={
        <Actions ctx={ctx} twin={twin}>
          {actions}
        </Actions>
      }
    >
      {layout.current ? <StandingMeasures measures={measures} /> : null}
      {onTop ? (
        <div class="app-said">
          <Notice means="bad" alert>
            {problem.message}
          </Notice>
        </div>
      ) : said && !problem ? (
        <div class="app-said" role="status" data-island={undo ? 'said' : undefined}>
          <Notice means="ok">
            {said} {undo ? <UndoForm viewer={viewer} undo={undo} /> : null}
          </Notice>
        </div>
      ) : null}
      {children}
    </AppLayout>
  )
  return sendPage(ctx, c, markup, { ...(problem ? { status: problem.status } : {}), ...options })
}

type Undo = { action: string; fields: Readonly<Record<string, string>> }

const UndoForm = ({ viewer, undo: { action, fields } }: { viewer: Person; undo: Undo }) => (
  <Form action={action} viewer={viewer} class="undo">
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <Button small>Undo</Button>
  </Form>
)

const Actions = ({ ctx, twin, children }: { ctx: Context; twin: readonly Twin[] | undefined; children?: Child }) => (
  <>
    {children}
    {twin ? <TwinMenu base={`${ctx.config.programsUrl}/v1`} calls={twin} /> : null}
  </>
)

export const shopsOf = async (ctx: Context, viewer: Person): Promise<readonly Shop[]> =>
  (await call<List<Shop>>(ctx, viewer, 'listShops')).data
