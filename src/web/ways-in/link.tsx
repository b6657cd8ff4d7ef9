import { inTransaction, type Context } from '#platform/context.ts'
import { signInByLink } from '#people/mailed-links/passwords.ts'
import type { Call, Viewer } from '#web/answer.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { browserIn, readForm, viewerOf } from '#web/session.ts'
import { goEntered } from './entered.ts'
import { problemOf, type Problem } from '#web/you/problem.ts'
import { asksOf, endedSentence, ownerIn, OwnerPart } from './owner-part.tsx'
import { isGoneLink, sendGoneLink, sendWayIn } from './frame.tsx'

/** Where the link leads. It is used by a button, so that a mail program that looks at links uses none up. */
export const sendLinkSignIn = async (ctx: Context, c: Call): Promise<Response> =>
  sendLink(ctx, c, await viewerOf(ctx, c), c.req.query('token') ?? '')

async function sendLink(ctx: Context, c: Call, viewer: Viewer, token: string, problem?: Problem): Promise<Response> {
  const asks = await asksOf(ctx, viewer, token, 'sign_in')
  if (asks === null) return sendGone(ctx, c)
  const props = { action: '/sign-in/link', token, yes: 'Sign in on this browser' }
  return sendWayIn(ctx, c, { title: 'Sign in', problem }, <OwnerPart {...props} asks={asks} problem={problem} />)
}

export async function takeLinkSignIn(ctx: Context, c: Call): Promise<Response> {
  const { token = '', password = '', do: what } = await readForm(ctx, c)
  await ctx.rateLimits.take(ctx, 'entry', c.env.address)
  const viewer = await viewerOf(ctx, c)
  try {
    const owner = await ownerIn(ctx, viewer, { token, purpose: 'sign_in' }, { password, takes: what === 'take' })
    const by = { here: viewer, owner, browser: browserIn(ctx, c) }
    const entered = await inTransaction(ctx, (tx) => signInByLink(tx, token, by))
    if (entered.stays) return await sendStays(ctx, c, viewer)
    return goEntered(ctx, c, entered, entered.ended ? '/you/settings' : '/you', entered.ended ? endedSentence(entered.ended) : undefined)
  } catch (error) {
    return isGoneLink(error) ? sendGone(ctx, c) : sendLink(ctx, c, viewer, token, problemOf(error))
  }
}

/** For who was asked to confirm that it is them: their page still holds what they typed. */
const sendStays = (ctx: Context, c: Call, viewer: Viewer): Promise<Response> =>
  sendWayIn(
    ctx,
    c,
    { title: 'It is you', viewer },
    <>
      <p class="lead">You were signed in here already. If a page asked you to confirm that it is you, go back to it and go on.</p>
      <p class="actions">
        <ButtonLink href="/you">Go to your pages</ButtonLink>
      </p>
    </>,
  )

const sendGone = (ctx: Context, c: Call): Promise<Response> => sendGoneLink(ctx, c, '/forgot', 'Ask for a new mail')
