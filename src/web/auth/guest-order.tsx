import type { Context } from '#platform/context/index.ts'
import { mailOwnOrderLink, openPayLink, orderLinkWorks, proveGuest, readPayLink, renewOrderLink } from '#commerce/guests/index.ts'
import { openedCookies } from '#identity/sessions/cookie/index.ts'
import { inOneTransaction } from '#platform/http/call.ts'
import { goTo, type Call, type Viewer } from '#web/framework/answer.ts'
import { browserIn } from '#web/framework/session.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { page, signInPath, withAccount, WrongAbove, type Outcome, type PageRequest, type SentForm } from '#web/framework/page/index.ts'
import { redirectAfterSignIn } from '#web/framework/page/after-sign-in.ts'
import { sendAuthPage, unlessGone } from '#web/framework/page/auth-page.tsx'
import { endedSentence } from './owner-part.tsx'
import { Button, ButtonLink, Form, Notice } from '#web/ui/index.ts'

const PAY = '/guest/pay'
const ORDER = '/guest/order'

/**
 * The page at `pay_url`, which opens the checkout of a guest's order in this browser. If the user is signed in, they must confirm first,
 * because opening the checkout ends their session.
 */
export const payLinkPage = page({
  path: PAY,
  name: 'guest payment',
  who: 'anyone',
  guests: true,
  form: async ({ ctx, c }, { fields: { token = '' } }) => openCheckout(ctx, c, token),
  async show({ ctx, c, viewer }) {
    const token = c.req.query('token') ?? ''
    if (withAccount(viewer).kind !== 'session') return openCheckout(ctx, c, token)
    if ((await readPayLink(ctx, token)) === null) return sendEnded(ctx, c)
    return sendAuthPage(
      ctx,
      c,
      { title: 'Continue without your account?', viewer },
      <>
        <p class="lead">This purchase was started without an account, but you are signed in. If you continue, you will be signed out.</p>
        <Form class="form" action={PAY} with={{ token }}>
          <Button kind="dark" label="Sign out and continue" />
        </Form>
      </>,
    )
  },
})

async function openCheckout(ctx: Context, c: Call, token: string): Promise<Response> {
  const open = await openPayLink(ctx, token, browserIn(ctx, c))
  if (!open) return sendEnded(ctx, c)
  return goTo(c, ROUTES.buy(open.listingId), 303, { 'Set-Cookie': openedCookies(ctx, open.opened) })
}

const sendEnded = (ctx: Context, c: Call): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'This checkout link no longer works', status: 400 },
    <>
      <p class="lead">
        The item was reserved for 15 minutes. If you paid, the email with your receipt has a link to your order. If you did not pay, nothing
        was charged.
      </p>
      <p class="actions">
        <ButtonLink kind="dark" href="/search" label="Browse items" />
      </p>
    </>,
  )

/**
 * Page for the emailed link to a guest's order. The buyer presses a button to redeem the link, because mail scanners open links. Expired,
 * used and unknown links show the same page, which can send a new link.
 */
export const orderLinkPage = page({
  path: ORDER,
  name: 'guest order',
  who: 'anyone',
  guests: true,
  form: takeLink,
  async show(at) {
    const { ctx, c, typed, problem } = at
    const token = typed['token'] ?? c.req.query('token') ?? ''
    if (!(await orderLinkWorks(ctx, token))) return sendExpired(ctx, c, token)
    return sendAuthPage(
      ctx,
      c,
      { title: 'Open your order', problem },
      <>
        <p class="lead">If you bought this item, continue. This confirms your email address and keeps your orders in an account.</p>
        <WrongAbove problem={problem} />
        <Form class="form" action={ORDER} with={{ token }}>
          <Button kind="dark" label="Continue to your order" />
        </Form>
        <p>
          Already have an account with this email address? <a href={backHere(token)}>Sign in first</a>
        </p>
      </>,
    )
  },
})

const backHere = (token: string): string => signInPath(`${ORDER}?token=${encodeURIComponent(token)}`)

async function takeLink({ ctx, c, viewer }: PageRequest<Viewer>, { fields: { token = '', do: what } }: SentForm): Promise<Outcome> {
  await ctx.rateLimits.take(ctx, 'entry', c.env.address)
  if (what === 'again' && viewer.kind === 'session' && viewer.guest) {
    await inOneTransaction(ctx, (tx) => mailOwnOrderLink(tx, viewer))
    return sendRenewed(ctx, c)
  }
  if (what === 'renew') {
    await renewOrderLink(ctx, token)
    return sendRenewed(ctx, c)
  }
  const by = { caller: viewer, browser: browserIn(ctx, c) }
  const proof = await unlessGone(() => inOneTransaction(ctx, (tx) => proveGuest(tx, token, by)))
  if (proof === null) return sendExpired(ctx, c, token)
  if (proof.kind === 'sign_in') return sendSignInFirst(ctx, c, token)
  const { kind, id } = proof.bought
  const to = kind === 'order' ? `/you/orders/${id}` : ROUTES.purchase(id)
  if (proof.kind === 'joined') return { to, message: 'The order is now in your account.' }
  if (proof.kind === 'guest') return goTo(c, to, 303, { 'Set-Cookie': openedCookies(ctx, proof.opened) })
  const message = 'Your email address is confirmed, and your order is in your account.'
  return redirectAfterSignIn(ctx, c, proof.entered, to, proof.ended ? `${message} ${endedSentence(proof.ended)}` : message)
}

const sendSignInFirst = (ctx: Context, c: Call, token: string): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Sign in to see your order' },
    <>
      <p class="lead">You have an account with this email address. Sign in, and we will add the order to it.</p>
      <p class="actions">
        <ButtonLink kind="dark" href={backHere(token)} label="Sign in" />
      </p>
    </>,
  )

const sendExpired = (ctx: Context, c: Call, token: string): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'This link no longer works', status: 400 },
    <>
      <p class="lead">
        A link to an order works for at most 30 minutes, and only until you confirm your email address. We can send you a new link.
      </p>
      <Form class="form" action={ORDER} with={{ token }}>
        <Button kind="dark" do="renew" label="Send a new link" />
      </Form>
      <p>
        Already confirmed your address? <a href={signInPath('/you/orders')}>Sign in to see your orders</a>
      </p>
    </>,
  )

const sendRenewed = (ctx: Context, c: Call): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Check your email' },
    <Notice means="plainly">
      If this link belongs to an order, we have sent a new link to the email address used for the purchase. It works for 30 minutes. We send
      at most five links an hour.
    </Notice>,
  )
