import type { Child } from '#web/framework/jsx/index.ts'
import type { Operator } from '#platform/context/index.ts'
import { readOperatorTasks, readTasks, type OpenTask } from '#commerce/inbox/index.ts'
import { activeMeasuresOf } from '#admin/moderation/index.ts'
import { sendPage, type PageOptions, type Viewer } from '#web/framework/answer.ts'
import { Button, Form, Notice, ActiveMeasures } from '#web/ui/index.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { AppLayout, OperatorLayout, YouLayout, type AppNavId, type OperatorNavId, type AccountNavId } from '#web/ui/layouts/signed-in.tsx'
import type { Script } from '#web/styles/scripts.ts'
import { badgesOf } from '#web/ui/tasks/badges.ts'
import { takeFlash, type Flash } from './flash.ts'
import type { PageRequest } from './page-request.ts'
import { problemAbove, type Problem } from './problem.ts'
import { CurlMenu, type ApiCall } from './copy-as-curl.tsx'
import { siteOf } from '#web/framework/site.ts'

type Framed<Entry> = {
  /** Current entry in the navigation rail. Omitted if the rail has no entry for the page. */
  current?: Entry
  title: string
  intro?: Child
  actions?: Child
  tone?: string | undefined
  /** The viewer's open tasks, if the page has already read them. */
  tasks?: readonly OpenTask[]
  message?: string | undefined
  apiCalls?: readonly ApiCall[]
  scripts?: readonly Script[]
  /** Names of the fields that show their own error message. Errors about other fields appear at the top of the page. */
  atFields?: readonly string[]
  /** HTTP status. By default, the problem's status, or 200 if there is no problem. */
  status?: PageOptions['status']
  headers?: Record<string, string> | undefined
  children?: Child
}

/** Sends a page of the buyer's account: the navigation rail with task counts, then messages and problems, then the content. */
export async function sendAccountPage(
  at: PageRequest,
  { tasks, atFields, message, status, children, ...page }: Framed<AccountNavId> & { current: AccountNavId },
): Promise<Response> {
  // guests have no account, so the page has no account navigation
  if (at.viewer.guest) return sendStepPage(at, { ...page, atFields, message, status, children })
  const [waiting, measures] = await Promise.all([tasks ?? readTasks(at.ctx, at.viewer.accountId), activeMeasuresOf(at.ctx, at.viewer)])
  return sendWithNotice(at, { atFields, message, status }, (notice) => (
    <YouLayout {...layoutProps(at)} counts={badgesOf('you', waiting)} live={at.ctx.now().getTime()} {...page}>
      <ActiveMeasures measures={measures} />
      {notice}
      {children}
    </YouLayout>
  ))
}

/** Sends a page of the seller's app. */
export async function sendApp(at: PageRequest, framed: Framed<AppNavId>): Promise<Response> {
  const { tasks, atFields = [], message, status, headers, apiCalls, actions, scripts = [], children, ...page } = framed
  const [waiting, measures] = await Promise.all([tasks ?? readTasks(at.ctx, at.viewer.accountId), activeMeasuresOf(at.ctx, at.viewer)])
  return sendWithNotice(at, { atFields, message, status, headers }, (notice) => (
    <AppLayout
      {...layoutProps(at)}
      counts={badgesOf('app', waiting)}
      live={at.ctx.now().getTime()}
      {...page}
      scripts={['app', ...scripts]}
      actions={
        <>
          {actions}
          {apiCalls ? <CurlMenu base={`${at.ctx.config.programsUrl}/v1`} calls={apiCalls} /> : null}
        </>
      }
    >
      {page.current ? <ActiveMeasures measures={measures} /> : null}
      {notice}
      {children}
    </AppLayout>
  ))
}

export async function sendOperatorPage(
  at: PageRequest<Operator>,
  { tasks, atFields = ['reason'], status, message, children, ...page }: Framed<OperatorNavId> & { current: OperatorNavId },
): Promise<Response> {
  const counts = badgesOf('operator', tasks ?? (await readOperatorTasks(at.ctx, at.viewer)))
  return sendWithNotice(at, { atFields, message, status, headers: NO_INDEX }, (notice) => (
    <OperatorLayout {...layoutProps(at)} counts={counts} {...page}>
      {notice}
      {children}
    </OperatorLayout>
  ))
}

/** `name`: the title of the browser tab, if it differs from the heading. */
type Step = Pick<Framed<never>, 'title' | 'intro' | 'tone' | 'children'> & NoticeOptions & { name?: string }

/** Sends a page for a single task, such as making an offer, with the marketplace's header and footer. */
export const sendStepPage = (
  at: PageRequest<Viewer>,
  { title, intro, tone, name = title, headers, children, ...options }: Step,
): Promise<Response> =>
  sendWithNotice(at, { ...options, headers: { ...NO_INDEX, ...headers } }, (notice) => (
    <Layout site={siteOf(at.ctx)} viewer={withAccount(at.viewer)} title={`${name} · ${siteOf(at.ctx).name}`} tone={tone}>
      <div class="step-page">
        <h1>{title}</h1>
        {intro ? <p>{intro}</p> : null}
        {notice}
        {children}
      </div>
    </Layout>
  ))

const NO_INDEX = { 'X-Robots-Tag': 'noindex' }

const layoutProps = <V extends Viewer>({ ctx, viewer }: PageRequest<V>) => ({ site: siteOf(ctx), viewer })

/** Returns the viewer whom the header and footer show. Guests have no account, so they appear as anonymous. */
export const withAccount = (viewer: Viewer): Viewer =>
  viewer.kind !== 'anonymous' && viewer.guest ? { kind: 'anonymous', address: viewer.address } : viewer

type NoticeOptions = Pick<Framed<never>, 'message' | 'status' | 'headers'> & { atFields?: readonly string[] | undefined }

/**
 * Sends the page that `draw` renders, with the message or the problem. If `atFields` is undefined, the page itself shows problems, so
 * `draw` does not receive the problem.
 */
function sendWithNotice(
  at: PageRequest<Viewer>,
  { atFields, message, status, headers }: NoticeOptions,
  draw: (notice: Child) => Child,
): Promise<Response> {
  const { ctx, c, viewer, problem } = at
  const left = takeFlash(ctx, c)
  const flash = left.flash ?? (message === undefined ? null : { message })
  const wrong = atFields ? problemAbove(problem, atFields) : null
  const notice =
    wrong === null ? (
      problem ? null : (
        <Done viewer={viewer} flash={flash} />
      )
    ) : (
      <div class="app-said">
        <Wrong message={wrong} />
      </div>
    )
  return sendPage(ctx, c, draw(notice) as { toString(): string }, {
    status: status ?? problem?.status ?? 200,
    headers: { ...left.headers, ...headers },
  })
}

const Done = ({ viewer, flash }: { viewer: Viewer; flash: Flash | null }) =>
  flash === null ? null : (
    <div class="app-said" role="status" data-island={flash.undo ? 'said' : undefined}>
      <Notice means="ok">
        {flash.message}{' '}
        {flash.undo ? (
          <Form action={flash.undo.path} viewer={viewer} class="undo" with={flash.undo.fields}>
            <Button small label="Undo" />
          </Form>
        ) : null}
      </Notice>
    </div>
  )

/** Error about the whole form. Screen readers announce it immediately. */
export const Wrong = ({ message }: { message: string | null }) =>
  message === null ? null : (
    <Notice means="bad" alert>
      {message}
    </Notice>
  )

/** Shows a problem, unless one of `fields` shows it. */
export const WrongAbove = ({ problem, fields = [] }: { problem: Problem | undefined; fields?: readonly string[] }) => (
  <Wrong message={problemAbove(problem, fields)} />
)
