import { fieldSentence } from '#web/field-sentence.ts'
import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { sessionCookie, signInToken } from '#people/sessions/cookie.ts'
import * as accounts from '#people/accounts/index.ts'
import { presentApproval } from '#people/approvals/present.ts'
import * as approvals from '#people/approvals/index.ts'
import { PasskeySession } from '#people/factors/owner/schema.ts'
import { enterByPasskey } from '#people/factors/second-step/index.ts'
import * as market from '#market/browse/index.ts'
import { ApiError, invalid } from '#platform/errors.ts'
import type { App } from '#platform/http/mount.ts'
import { validate } from '#platform/http/validate.ts'
import { changesOf } from './app/preview.ts'
import { ApprovalPage, PreviewPage, SignInPage } from './account.tsx'
import { goTo, sendPage, type Call } from './answer.ts'
import { passkeyIn } from './components/passkey.tsx'
import { page } from './page.tsx'
import { browserIn, ownPath, readForm, takeForm, viewerOf } from './session.ts'
import { confirmed } from './ways-in/confirm.tsx'
import { goEntered, goOpened } from './ways-in/entered.ts'

/** Signing in and out, and the pages that an owner alone sees. */
export function mountAccountPages(app: App, ctx: Context): void {
  app.get(
    '/sign-in',
    page(ctx, 'sign-in', (c) => sendSignIn(ctx, c)),
  )
  app.post(
    '/sign-in',
    page(ctx, 'sign-in', (c) => signIn(ctx, c)),
  )
  app.post(
    '/sign-in/passkey',
    page(ctx, 'sign-in', (c) => signInByPasskey(ctx, c)),
  )
  app.post(
    '/sign-out',
    page(ctx, 'sign-out', (c) => signOut(ctx, c)),
  )
  app.get(
    '/listings/:id',
    page(
      ctx,
      'preview',
      signedIn(ctx, (c, viewer) => sendPreview(ctx, c, viewer)),
    ),
  )
  app.get(
    '/app/approvals/:id',
    page(
      ctx,
      'approval',
      signedIn(ctx, (c, viewer) => sendApproval(ctx, c, viewer)),
    ),
  )
  app.post(
    '/app/approvals/:id',
    page(ctx, 'approval', (c) => decide(ctx, c)),
  )
}

/** Sends a stranger to sign in first, whether or not the page exists. */
const signedIn = (ctx: Context, handle: (c: Call, viewer: Person) => Promise<Response>) => async (c: Call) => {
  const viewer = await viewerOf(ctx, c)
  return viewer.kind === 'anonymous' ? toSignIn(c) : handle(c, viewer)
}

const toSignIn = (c: Call): Response => goTo(c, `/sign-in?return=${encodeURIComponent(c.req.path)}`)

/** Whoever is in goes on: to where they were going, or to Today. */
async function sendSignIn(ctx: Context, c: Call): Promise<Response> {
  const [viewer, back] = [await viewerOf(ctx, c), c.req.query('return')]
  if (viewer.kind === 'session') return goTo(c, back === undefined ? '/app' : ownPath(back))
  return sendPage(ctx, c, <SignInPage ctx={ctx} returnTo={ownPath(back)} />)
}

async function signIn(ctx: Context, c: Call): Promise<Response> {
  const { email = '', password = '', return: back } = await readForm(ctx, c)
  const returnTo = ownPath(back)
  try {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    return goEntered(ctx, c, await accounts.openSession(ctx, { email: email.trim().toLowerCase(), password }, browserIn(ctx, c)), returnTo)
  } catch (error) {
    return sendSignInAgain(ctx, c, error, { returnTo, email })
  }
}

/** By a passkey alone, which is both steps at once. */
async function signInByPasskey(ctx: Context, c: Call): Promise<Response> {
  const fields = await readForm(ctx, c)
  const returnTo = ownPath(fields['return'])
  try {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const { passkey } = validate(PasskeySession, { passkey: passkeyIn(fields) })
    const by = { token: signInToken(ctx, c.req.header('Cookie')), browser: browserIn(ctx, c) }
    return goOpened(ctx, c, await enterByPasskey(ctx, passkey, by), returnTo)
  } catch (error) {
    return sendSignInAgain(ctx, c, error, { returnTo })
  }
}

function sendSignInAgain(ctx: Context, c: Call, error: unknown, typed: { returnTo: string; email?: string }): Promise<Response> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const status = error.status === 429 ? 429 : 401
  return sendPage(ctx, c, <SignInPage ctx={ctx} {...typed} problem={fieldSentence(error)} />, { status, headers: error.headers })
}

async function signOut(ctx: Context, c: Call): Promise<Response> {
  const { viewer } = await takeForm(ctx, c, { evenSuspended: true })
  if (viewer.kind === 'session') await accounts.closeSession(ctx, viewer.sessionToken!)
  return goTo(c, '/', 303, { 'Set-Cookie': sessionCookie(ctx, '', 0) })
}

/** The address of a listing that has no public one yet; with one, its owner is sent there. */
async function sendPreview(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const detail = await market.readOwn(ctx, viewer, c.req.param('id')!)
  return sendPage(ctx, c, <PreviewPage ctx={ctx} viewer={viewer} detail={detail} />)
}

type Stored = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>> & { endpoint?: unknown }

async function sendApproval(ctx: Context, c: Call, viewer: Person, problem?: string): Promise<Response> {
  const row = await approvals.readFor(ctx, viewer, c.req.param('id')!)
  const { endpoint, params, query, body } = row.request as Stored
  const approval = presentApproval(ctx, row)
  const changes = approval.status === 'pending' ? await changesOf(ctx, viewer, { endpoint, params, body }) : []
  return sendPage(
    ctx,
    c,
    <ApprovalPage
      ctx={ctx}
      viewer={viewer}
      approval={approval}
      changes={changes}
      request={{ endpoint, params, query, body }}
      {...(problem ? { problem } : {})}
    />,
    { status: problem ? 409 : 200 },
  )
}

/** The owner's yes or no, through the verbs that the API calls. */
async function decide(ctx: Context, c: Call): Promise<Response> {
  const { viewer, fields } = await takeForm(ctx, c)
  if (viewer.kind === 'anonymous') return toSignIn(c)
  return confirmed(ctx, c, viewer, Object.entries(fields), (proved) => decideAs(ctx, c, proved, fields))
}

async function decideAs(ctx: Context, c: Call, viewer: Person, fields: Record<string, string>): Promise<Response> {
  const id = c.req.param('id')!
  try {
    if (fields.decision === 'approve') await approvals.approve(ctx, viewer, id)
    else if (fields.decision === 'decline') await inTransaction(ctx, (tx) => approvals.decline(tx, viewer, id))
    else throw invalid('decision', 'decision must be approve or decline.')
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return sendApproval(ctx, c, viewer, fieldSentence(error))
    throw error
  }
  return goTo(c, `/app/approvals/${encodeURIComponent(id)}`)
}
