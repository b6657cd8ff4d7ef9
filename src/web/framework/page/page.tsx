import type { Anonymous, Context, Operator, Person, Core } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { asApiError } from '#platform/http/failures.ts'
import type { App } from '#platform/http/mount.ts'
import { onTestData, requireSecond } from '#platform/http/run.ts'
import { goTo, type Call, type Viewer } from '#web/framework/answer.ts'
import { requireToken, viewerOf, type Guests } from '#web/framework/session.ts'
import { intentCookie, noIntentCookie, takeWaitingIntent } from '#web/framework/intent.ts'
import type { PageRequest } from './page-request.ts'
import { confirmed } from './confirm.tsx'
import { redirectWithMessage, type Flash } from './flash.ts'
import { isSmall, requireOurs, senderOf, withForm, type Fields, type SentForm } from './form.ts'
import { sendNotFound, sendNotice } from './notices.tsx'
import { problemOf, type Problem } from './problem.ts'

export type { PageRequest } from './page-request.ts'

/**
 * Access to a page and its form. `anyone`: requires neither a session nor a form token, because the submitted fields are the proof.
 * `either`: requires no session, but a form that is sent with a session must contain its token. `person`: requires a signed-in user, and
 * redirects other viewers to the sign-in page; this is the default. `operator`: requires an operator, and returns 404 to all other viewers.
 */
export type Who = 'anyone' | 'either' | 'person' | 'operator'
type ViewerFor<W extends Who> = W extends 'operator' ? Operator : W extends 'person' ? Person : Viewer

/** Result of a form: a redirect with a message, a response, or null to render the page again. */
export type Outcome = (Flash & { to: string }) | Response | null

/** Definition of a page without its name and access rules. */
export type PageOf<W extends Who, D> = {
  path: string
  /** The page is about the account rather than its test data, so it is not available in test mode. */
  ofAccount?: true
  evenSuspended?: true
  /** Lets guests use the page. On all other pages, guests count as anonymous users. */
  guests?: Guests
  /** The form may contain files or long lists, so the larger size limit applies. */
  files?: true
  /**
   * Returns the response to a form whose sender is no longer signed in. By default, redirects to the sign-in page, which then returns to
   * this page with the submitted fields.
   */
  late?: (c: Call, ctx: Context, fields: Fields) => Response
  /**
   * Lets an anonymous user fill in the form of a `person` page. The service submits the form once, after the user has signed in (decision
   * 44).
   */
  beforeSignIn?: BeforeSignIn
  load?: (at: PageRequest<ViewerFor<W>>) => Promise<D>
  /** Handles the form. After an error, the page appears again with the submitted fields and the problem. */
  form?: (at: PageRequest<ViewerFor<W>>, form: SentForm) => Promise<Outcome>
  /** Renders the page. A page without `show` only accepts a form; after an error, `again` shows the form with its errors. */
  show?: (at: PageRequest<ViewerFor<W>>, loaded: D) => Promise<Response> | Response
  again?: (at: PageRequest<ViewerFor<W>>) => Promise<Response>
}

/** A form that users can fill in before signing in, although the page requires an account. */
export type BeforeSignIn = {
  fields: readonly string[]
  show: (at: PageRequest<Anonymous>) => Promise<Response>
  /**
   * Checks the fields before the user signs in. Returns a page to show instead of the sign-in page, or null to continue with the sign-in.
   * Errors: the same as for the form.
   */
  check: (at: PageRequest<Anonymous>, fields: Fields) => Promise<Response | null>
}

type Definition<W extends Who, D> = PageOf<W, D> & {
  name: string
  who: W
}

export type Page = { path: string; mount(app: App, ctx: Context): void }

/**
 * Defines a page and its form. Both have the same path, so that users can return to the page after signing in. Handles access, the rate
 * limit, proof of identity, problems, error pages and redirects.
 */
export function page<const W extends Who = 'person', D = undefined>(given: PageOf<W, D> & { name: string; who?: W }): Page {
  const definition: Definition<W, D> = { who: 'person' as W, ...given }
  const { path, name, who, form, show } = definition
  return {
    path,
    mount(app, ctx) {
      const handleGet = async (c: Call): Promise<Response> => {
        const viewer = await viewerOf(ctx, c, { guests: definition.guests })
        if (who === 'person' && viewer.kind === 'anonymous')
          return definition.beforeSignIn ? definition.beforeSignIn.show({ ctx, c, viewer, typed: {} }) : toSignIn(c)
        if (definition.beforeSignIn) return resumed(definition, { ctx, c, viewer: viewer as ViewerFor<W>, typed: {} })
        return shown(definition, { ctx, c, viewer: (who === 'operator' ? operatorIn(viewer) : viewer) as ViewerFor<W>, typed: {} })
      }
      if (show) app.get(path, served(ctx, name, handleGet))
      if (form)
        app.post(
          path,
          served(ctx, name, (c) => taken(definition, ctx, c)),
        )
    },
  }
}

export const mountAll = (app: App, ctx: Context, pages: readonly Page[]): void => {
  for (const one of pages) one.mount(app, ctx)
}

const shown = async <W extends Who, D>(
  { ofAccount, load, show, again }: Definition<W, D>,
  at: PageRequest<ViewerFor<W>>,
): Promise<Response> => {
  if (ofAccount) requireOwnData(at.viewer)
  if (again && at.problem) return again(at)
  if (!show) throw notFound()
  return show(at, (await load?.(at)) as D)
}

/**
 * Submits the form that the viewer filled in before signing in, but only once. If a different person may have filled in the form, asks the
 * viewer to confirm it. If no form is stored, shows the page.
 */
async function resumed<W extends Who, D>(definition: Definition<W, D>, at: PageRequest<ViewerFor<W>>): Promise<Response> {
  const { ctx, c, viewer } = at
  const intent = await takeWaitingIntent(ctx, c, viewer as Person, c.req.path)
  if (!intent?.fields) return shown(definition, at)
  const fields = { ...intent.fields }
  if (!intent.isConfirmed) return shown(definition, { ...at, typed: fields, problem: SENT_WHEN_ANONYMOUS })
  const response = await done(definition, at, { fields, all: (name) => [fields[name] ?? []].flat(), lines: () => [], files: [], token: '' })
  response.headers.append('Set-Cookie', noIntentCookie(ctx))
  return response
}

/** Stores an anonymous user's form and redirects to the sign-in page. */
async function left({ fields: names, show, check }: BeforeSignIn, at: PageRequest<Anonymous>, { fields }: SentForm): Promise<Response> {
  const { ctx, c } = at
  try {
    const response = await check(at, fields)
    if (response) return response
  } catch (error) {
    return show({ ...at, typed: fields, problem: problemOf(error) })
  }
  // removes NUL characters, which PostgreSQL cannot store in JSON
  const stored = Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name].replaceAll('\0', '')]] : [])))
  return goTo(c, signInPath(c.req.path), 303, { 'Set-Cookie': await intentCookie(ctx, c, { path: c.req.path, fields: stored }) })
}

/** Asks the viewer to confirm a form that was rendered before they signed in, for example in a different tab. */
const SENT_WHEN_ANONYMOUS: Problem = {
  param: null,
  message: 'You filled in this form before you signed in. Check your entries, then send the form again.',
  status: 403,
}

async function taken<W extends Who, D>(definition: Definition<W, D>, ctx: Context, c: Call): Promise<Response> {
  const { who, files, late = lateToSignIn } = definition
  const { beforeSignIn } = definition
  const take = (viewer: Viewer, token: Viewer | null) =>
    withForm(c, token, definition, async (sent) => {
      if (who === 'person' && viewer.kind === 'anonymous')
        return beforeSignIn ? left(beforeSignIn, { ctx, c, viewer, typed: {} }, sent) : late(c, ctx, sent.fields)
      if (beforeSignIn && viewer.kind !== 'anonymous') {
        if (sent.token === '')
          return shown(definition, { ctx, c, viewer: viewer as ViewerFor<W>, typed: sent.fields, problem: SENT_WHEN_ANONYMOUS })
        requireToken(viewer, sent.token)
      }
      const work = (proved: Viewer) => done(definition, { ctx, c, viewer: proved as ViewerFor<W>, typed: {} }, sent)
      return viewer.kind === 'anonymous' || who === 'anyone' ? work(viewer) : confirmed(ctx, c, viewer, submittedIn(sent), work)
    })
  if (who === 'anyone') {
    requireOurs(ctx, c)
    return take(await viewerOf(ctx, c, { guests: definition.guests }), null)
  }
  if (who === 'operator') operatorIn(await viewerOf(ctx, c))
  const viewer = await senderOf(ctx, c, definition)
  // does not read uploaded files, because an anonymous user must sign in first; a form too small to contain files is read, so that its
  // fields are preserved
  if (files && who === 'person' && viewer.kind === 'anonymous' && !isSmall(c)) return late(c, ctx, {})
  // a form that was rendered for an anonymous user has no token, so `take` must decide whether a token is required
  return take(viewer, beforeSignIn ? null : viewer)
}

async function done<W extends Who, D>(definition: Definition<W, D>, at: PageRequest<ViewerFor<W>>, sent: SentForm): Promise<Response> {
  if (definition.ofAccount) requireOwnData(at.viewer)
  let outcome: Outcome
  try {
    outcome = await definition.form!(at, sent)
  } catch (error) {
    return shown(definition, { ...at, typed: sent.fields, problem: problemOf(error) })
  }
  if (outcome === null) return shown(definition, at)
  if (outcome instanceof Response) return outcome
  const { to, ...flash } = outcome
  return redirectWithMessage(at.ctx, at.c, to, flash)
}

/** Rejects requests in test mode. Errors: 403 `test_data`. */
function requireOwnData(viewer: Viewer): void {
  if (viewer.kind !== 'anonymous' && viewer.testRole) throw onTestData()
}

const submittedIn = ({ fields, all }: SentForm) => Object.keys(fields).flatMap((name) => all(name).map((value) => [name, value] as const))

function operatorIn(viewer: Viewer): Operator {
  if (viewer.kind !== 'anonymous') requireSecond(viewer)
  if (viewer.kind === 'anonymous' || !viewer.isOperator) throw notFound()
  return viewer as Operator
}

/** Fields that a page can restore from its URL. They do not include secrets or long fields. */
const REPEATED_FIELDS = ['amount', 'note', 'text'] as const
const MOST_CHARS = 2_000

/** Redirects to the sign-in page, which later returns to this URL with the submitted fields. Also redirects for pages that do not exist. */
export function toSignIn(c: Call, typed: Fields = {}): Response {
  const { pathname, searchParams } = new URL(c.req.url)
  for (const name of REPEATED_FIELDS) if (typed[name]) searchParams.set(name, typed[name].slice(0, MOST_CHARS))
  const back = searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
  return goTo(c, signInPath(back))
}

/** Returns the path of a sign-in page that returns the user to `back`. */
export const signInPath = (back: string): string => `/sign-in?return=${encodeURIComponent(back)}`

const lateToSignIn = (c: Call, _ctx: Core, typed: Fields): Response => toSignIn(c, typed)

export type Handler = (c: Call) => Promise<Response>

/** Wraps a handler with metrics under `name`, a rate limit, and error pages. */
export function served(ctx: Context, name: string, handle: Handler): Handler {
  return async (c) => {
    c.set('operation', `page ${name}`)
    // must run before the page reads any data, so that any later change invalidates the cached response
    c.set('begun', ctx.responseCache.begin())
    try {
      await ctx.rateLimits.request({ address: c.env.address })
      return await handle(c)
    } catch (error) {
      return sendFailure(ctx, c, error)
    }
  }
}

/** Registers a GET handler, wrapped by `served`. */
export const serveGet = (app: App, ctx: Context, path: string, name: string, handle: Handler): void => {
  app.get(path, served(ctx, name, handle))
}

/** Sends an error page. Missing and forbidden records get the same error page. */
export async function sendFailure(ctx: Context, c: Call, error: unknown): Promise<Response> {
  const known = asApiError(error, ctx.log, c.env.requestId)
  if (known.status === 404) return sendNotFound(ctx, c)
  if (known.code === 'second_factor') return sendSecondFirst(ctx, c)
  if (known.code === 'test_data') return sendNotice(ctx, c, NOT_TEST_DATA, { status: 403 })
  const notice = noticeFor(known)
  const status = known.status in NOTICES ? (known.status as keyof typeof NOTICES) : 400
  return sendNotice(
    ctx,
    c,
    { ...notice, ...(known.status >= 500 ? { reference: c.env.requestId } : {}) },
    { status, headers: known.headers },
  )
}

/** Asks an operator who signed in with only one factor to enter the second factor, or to set one up. */
const sendSecondFirst = (ctx: Context, c: Call): Promise<Response> =>
  sendNotice(
    ctx,
    c,
    {
      title: 'One more step',
      text: 'To open the operator’s pages, you need more than a password: a passkey, or a code from your authenticator app.',
      link: { href: `/sign-in/second?return=${encodeURIComponent(c.req.path)}`, label: 'Continue' },
    },
    { status: 403 },
  )

/** Message on the 403 page for `test_data`. The test mode banner above the message contains the button that leaves test mode. */
const NOT_TEST_DATA = {
  title: 'Not available with test data',
  text: 'You are viewing your test data. This page changes your real account, or something that everyone can see. Leave test mode with the button above, then come back.',
}

function noticeFor({ code, status, message }: ApiError): { title: string; text: string } {
  if (code === 'suspended') return { title: 'Your account is suspended', text: message }
  return NOTICES[status as keyof typeof NOTICES] ?? { title: 'That did not work', text: message }
}

const NOTICES = {
  403: { title: 'Form not accepted', text: 'The form must be sent from our own page. Go back, reload the page and try again.' },
  413: { title: 'Too much data', text: 'You sent more than this page accepts. Go back, then send less and try again.' },
  429: { title: 'Too many requests', text: 'Too many requests came from your network. Wait a moment and try again.' },
  500: {
    title: 'Something went wrong',
    text: 'The fault is ours, and nothing was changed. Try again. If the problem persists, contact us and give us the reference.',
  },
  503: { title: 'Back in a moment', text: 'The service is busy. Try again in a few seconds.' },
} as const

export const notFound = (): ApiError => new ApiError('not_found', 'There is no page at this address.')
