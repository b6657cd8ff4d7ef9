import type { Context, Person } from '#platform/context/index.ts'
import { centsFromDollars, MAX_PRICE_CENTS } from '#core/money.ts'
import { allowApp, OAuthRefusal } from '#identity/oauth-apps/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { requireProof } from '#platform/http/proof.ts'
import type { Call } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { page, problemOf, type Problem, type SentForm } from '#web/framework/page/index.ts'
import { sendAuthPage } from '#web/framework/page/auth-page.tsx'
import { backTo, readAuthorizationRequest, sentIn, RefusedRequest, type AppRequest, type Sent } from './request.ts'
import { Consent, destinationOf } from './consent.tsx'

/** `/oauth/authorize`: asks a signed-in user whether an app may act for them. */
export const authorizePage = page({
  path: '/oauth/authorize',
  name: 'oauth authorize',
  ofAccount: true,
  form: ({ ctx, c, viewer }, form) => explained(ctx, c, viewer, form.all, (request, sent) => decide(ctx, c, viewer, form, request, sent)),
  show: ({ ctx, c, viewer }) =>
    explained(
      ctx,
      c,
      viewer,
      (name) => c.req.queries(name) ?? [],
      (request, sent) => send(ctx, c, viewer, request, sent),
    ),
})

/** Reports errors to the app where the standard allows it, and otherwise to the user. */
async function explained(
  ctx: Context,
  c: Call,
  viewer: Person,
  all: (name: string) => readonly string[],
  work: (request: AppRequest, sent: Sent) => Promise<Response>,
): Promise<Response> {
  try {
    const sent = sentIn(all)
    return await work(await readAuthorizationRequest(ctx, sent), sent)
  } catch (error) {
    if (error instanceof RefusedRequest) {
      const { code, message } = error.refusal
      const address = backTo(ctx, error.back, { error: code, error_description: message })
      return sendNotice(ctx, c, viewer, address, message)
    }
    if (!(error instanceof OAuthRefusal)) throw error
    return sendAuthPage(
      ctx,
      c,
      { title: 'This app cannot get access', viewer, status: 400 },
      <>
        <p class="lead">The app sent an invalid request, so it did not get access. Send this message to its developer:</p>
        <p>
          <code>{error.message}</code>
        </p>
      </>,
    )
  }
}

const send = (ctx: Context, c: Call, viewer: Person, request: AppRequest, sent: Sent, again?: Again): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Allow an app', viewer, problem: again?.problem },
    <Consent
      viewer={viewer}
      request={request}
      sent={sent}
      chosen={again?.chosen ?? request.scopes}
      fields={again?.fields ?? {}}
      problem={again?.problem}
    />,
  )

type Again = { problem: Problem; chosen: readonly string[]; fields: Record<string, string> }

async function decide(
  ctx: Context,
  c: Call,
  viewer: Person,
  { fields, all }: SentForm,
  request: AppRequest,
  sent: Sent,
): Promise<Response> {
  if (fields['do'] !== 'allow') return sendAway(ctx, c, viewer, backTo(ctx, request, { error: 'access_denied', error_description: 'The user denied access.' })) // prettier-ignore
  const chosen = all('scopes')
  const showAgain = (error: unknown) => send(ctx, c, viewer, request, sent, { problem: problemOf(error), chosen, fields })
  let caps: Caps
  try {
    caps = { maxOfferCents: capIn(fields, 'max_offer'), maxDayCents: capIn(fields, 'max_day') }
  } catch (error) {
    return showAgain(error)
  }
  // authorizing an app, like creating a key, requires a recent confirmation of the user's identity (spec: completions 12)
  requireProof(viewer, ctx.now())
  const scopes = request.scopes.filter((scope) => scope === 'read' || chosen.includes(scope))
  const { client, redirectUri, challenge } = request
  let code: string
  try {
    code = await allowApp(ctx, viewer, { client, redirectUri, challenge, scopes, ...caps })
  } catch (error) {
    return showAgain(error)
  }
  return sendAway(ctx, c, viewer, backTo(ctx, request, { code }))
}

type Caps = { maxOfferCents: number | null; maxDayCents: number | null }

function capIn(fields: Record<string, string>, name: string): number | null {
  const typed = (fields[name] ?? '').trim().replace(/^\$/, '')
  if (typed === '') return null
  const cents = /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? centsFromDollars(Number(typed)) : null
  if (cents === null || cents > MAX_PRICE_CENTS) throw invalid(name, `${name} must be an amount from 0 to 100000 dollars, or empty.`)
  return cents
}

/** Links to the app's redirect URI. Does not redirect automatically, because apps may register any URI (RFC 9700, 4.11.2). */
const sendNotice = (ctx: Context, c: Call, viewer: Person, address: string, text: string): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'This app cannot get access', viewer, status: 400 },
    <>
      <p class="lead">The app sent an invalid request, so it did not get access. Send this message to its developer:</p>
      <p>
        <code>{text}</code>
      </p>
      <p class="actions">
        <ButtonLink rel="noreferrer" href={address} label={`Back to ${destinationOf(address)}`} />
      </p>
    </>,
  )

/**
 * Sends the user back to the app with a page that redirects automatically and has a link. The form's response cannot redirect to the app,
 * because the policy `form-action` allows only our own hosts (decision 18).
 */
async function sendAway(ctx: Context, c: Call, viewer: Person, address: string): Promise<Response> {
  const response = await sendAuthPage(
    ctx,
    c,
    { title: 'Back to the app', viewer },
    <>
      <p class="lead">We are taking you to {destinationOf(address)}. If nothing happens:</p>
      <p class="actions">
        <ButtonLink kind="dark" rel="noreferrer" href={address} label="Continue" />
      </p>
    </>,
  )
  response.headers.set('Refresh', `0; url=${address}`)
  return response
}
