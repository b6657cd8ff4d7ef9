import type { Context, Operator, Person } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { asApiError } from '#platform/http/failures.ts'
import type { App } from '#platform/http/mount.ts'
import { onTestData, requireSecond } from '#platform/http/run.ts'
import { goTo, type Call, type Viewer } from '#web/framework/answer.ts'
import { viewerOf } from '#web/framework/session.ts'
import type { PageRequest } from './page-request.ts'
import { confirmed } from './confirm.tsx'
import { redirectWithMessage, type Flash } from './flash.ts'
import { requireOurs, senderOf, withForm, type Fields, type SentForm } from './form.ts'
import { sendNotFound, sendNotice } from './notices.tsx'
import { problemOf } from './problem.ts'

export type { PageRequest } from './page-request.ts'

/**
 * Who may look at a page and send its form. `anyone`: no session is needed, and its form has no token, so that what it does is proved by
 * what is typed; `either`: the same, but the form of a session has its token; `person`: whoever is signed in, others sign in first;
 * `operator`: to everybody else there is nothing at the address.
 */
export type Who = 'anyone' | 'either' | 'person' | 'operator'
type ViewerFor<W extends Who> = W extends 'operator' ? Operator : W extends 'person' ? Person : Viewer

/** What came of a form: where to go on and what to say there, or what is sent at once. Null: the page again. */
export type Outcome = (Flash & { to: string }) | Response | null

/** A page but for its name and who may see it. */
export type PageOf<W extends Who, D> = {
  path: string
  /** Is of the account itself and of no test data: whoever sees some leaves it first. */
  ofAccount?: true
  /** Its form is taken from a suspended account too. */
  evenSuspended?: true
  /** Its form has files, or long lists. */
  files?: true
  /** What becomes of a form whose sender is not signed in (any more); to sign in, and back with what was typed, unless it says so. */
  late?: (c: Call, ctx: Context, fields: Fields) => Response
  /** All that it shows, read before anything is drawn. */
  load?: (at: PageRequest<ViewerFor<W>>) => Promise<D>
  /** What its form does, by the verbs of the API. Refused, the page comes again with what was typed, and the problem. */
  form?: (at: PageRequest<ViewerFor<W>>, form: SentForm) => Promise<Outcome>
  /** A page without one takes a form alone; `again` shows then what went wrong. */
  show?: (at: PageRequest<ViewerFor<W>>, loaded: D) => Promise<Response> | Response
  again?: (at: PageRequest<ViewerFor<W>>) => Promise<Response>
}

type Definition<W extends Who, D> = PageOf<W, D> & {
  /** What it is called in the metrics. */
  name: string
  who: W
}

export type Page = { path: string; mount(app: App, ctx: Context): void }

/**
 * A page and its form, at one address, so that who signs in late comes back to it. From this one definition come who may see it,
 * the rate limit, the proof of the person where a verb asks for one, problems beside what was typed, errors as pages, and the way on.
 */
export function page<const W extends Who, D = undefined>(definition: Definition<W, D>): Page {
  const { path, name, who, form, show } = definition
  return {
    path,
    mount(app, ctx) {
      const look = async (c: Call): Promise<Response> => {
        const viewer = await viewerOf(ctx, c)
        if (who === 'person' && viewer.kind === 'anonymous') return toSignIn(c)
        return shown(definition, { ctx, c, viewer: (who === 'operator' ? operatorIn(viewer) : viewer) as ViewerFor<W>, typed: {} })
      }
      if (show) app.get(path, served(ctx, name, look))
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

async function taken<W extends Who, D>(definition: Definition<W, D>, ctx: Context, c: Call): Promise<Response> {
  const { who, files, late = lateToSignIn } = definition
  const take = (viewer: Viewer, token: Viewer | null) =>
    withForm(c, token, definition, async (sent) => {
      if (who === 'person' && viewer.kind === 'anonymous') return late(c, ctx, sent.fields)
      const work = (proved: Viewer) => done(definition, { ctx, c, viewer: proved as ViewerFor<W>, typed: {} }, sent)
      return viewer.kind === 'anonymous' || who === 'anyone' ? work(viewer) : confirmed(ctx, c, viewer, saidIn(sent), work)
    })
  if (who === 'anyone') {
    requireOurs(ctx, c)
    return take(await viewerOf(ctx, c), null)
  }
  if (who === 'operator') operatorIn(await viewerOf(ctx, c))
  const viewer = await senderOf(ctx, c, definition)
  // files of a stranger are not even read
  return files && who === 'person' && viewer.kind === 'anonymous' ? late(c, ctx, {}) : take(viewer, viewer)
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

/** Errors: 403 `test_data`. */
function requireOwnData(viewer: Viewer): void {
  if (viewer.kind !== 'anonymous' && viewer.testRole) throw onTestData()
}

const saidIn = ({ fields, all }: SentForm) => Object.keys(fields).flatMap((name) => all(name).map((value) => [name, value] as const))

function operatorIn(viewer: Viewer): Operator {
  if (viewer.kind !== 'anonymous') requireSecond(viewer)
  if (viewer.kind === 'anonymous' || !viewer.isOperator) throw notFound()
  return viewer as Operator
}

/** What a page fills its form with again from its address: nothing secret, nothing long. */
const KEPT = ['amount', 'note', 'text'] as const
const MOST_CHARS = 2_000

/** Sends a stranger to sign in first, whether or not the page exists, and back to what they were at with what they typed. */
export function toSignIn(c: Call, typed: Fields = {}): Response {
  const { pathname, searchParams } = new URL(c.req.url)
  for (const name of KEPT) if (typed[name]) searchParams.set(name, typed[name].slice(0, MOST_CHARS))
  const back = searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
  return goTo(c, `/sign-in?return=${encodeURIComponent(back)}`)
}

const lateToSignIn = (c: Call, _ctx: Context, typed: Fields): Response => toSignIn(c, typed)

export type Handler = (c: Call) => Promise<Response>

/** What every address of ours shares: its name in the metrics, the rate limit, errors as pages. */
export function served(ctx: Context, name: string, handle: Handler): Handler {
  return async (c) => {
    c.set('operation', `page ${name}`)
    // before anything is read
    c.set('begun', ctx.responseCache.begin())
    try {
      await ctx.rateLimits.request({ address: c.env.address })
      return await handle(c)
    } catch (error) {
      return sendFailure(ctx, c, error)
    }
  }
}

/** Any error as a page in the same look. What is not there and what may not be seen read the same. */
export async function sendFailure(ctx: Context, c: Call, error: unknown): Promise<Response> {
  const known = asApiError(error, ctx.log, c.env.requestId)
  if (known.status === 404) return sendNotFound(ctx, c)
  if (known.code === 'second_factor') return sendSecondFirst(ctx, c)
  if (known.code === 'test_data') return sendNotice(ctx, c, NOT_TEST_DATA, { status: 403 })
  const words = wordsFor(known)
  const status = known.status in WORDS ? (known.status as keyof typeof WORDS) : 400
  return sendNotice(
    ctx,
    c,
    { ...words, ...(known.status >= 500 ? { reference: c.env.requestId } : {}) },
    { status, headers: known.headers },
  )
}

/** For an operator whose session is one of a single step: on to the second, or to setting one up. */
const sendSecondFirst = (ctx: Context, c: Call): Promise<Response> =>
  sendNotice(
    ctx,
    c,
    {
      title: 'One more step',
      text: 'These pages run the service, so they take more than a password: a passkey, or a code of your app.',
      way: { href: `/sign-in/second?return=${encodeURIComponent(c.req.path)}`, words: 'Take the second step' },
    },
    { status: 403 },
  )

/** The way out is on the mark of the page. */
const NOT_TEST_DATA = {
  title: 'Not with test data',
  text: 'You see your test data, and this page is of your account itself, or shows something to everybody. Leave the test data above, and come back.',
}

function wordsFor({ code, status, message }: ApiError): { title: string; text: string } {
  if (code === 'suspended') return { title: 'Your account is suspended', text: message }
  return WORDS[status as keyof typeof WORDS] ?? { title: 'That did not work', text: message }
}

const WORDS = {
  403: { title: 'Not from here', text: 'This form must be sent from our own page. Go back, load it again and retry.' },
  413: { title: 'Too much at once', text: 'What was sent is larger than this page takes. Go back, send less and try again.' },
  429: { title: 'Slow down', text: 'Too many requests came from your address. Wait a moment and try again.' },
  500: { title: 'Something broke', text: 'The fault is ours, and nothing was changed. Try again; if it stays, tell us the reference.' },
  503: { title: 'Back in a moment', text: 'The service is busy. Try again in a few seconds.' },
} as const

export const notFound = (): ApiError => new ApiError('not_found', 'There is no page at this address.')
