import { inTransaction, type Context } from '#context.ts'
import { signInByLink } from '#features/mailed-links/passwords.ts'
import { linkWorks } from '#features/mailed-links/tokens.ts'
import type { Call, Viewer } from '#web/answer.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { agentOf, readForm, viewerOf } from '#web/session.ts'
import { goEntered } from './entered.ts'
import { isGoneLink, sendGoneLink, sendWayIn } from './frame.tsx'

/** Where the link leads. It is used by a button, so that a mail program that looks at links uses none up. */
export async function sendLinkSignIn(ctx: Context, c: Call): Promise<Response> {
  const token = c.req.query('token') ?? ''
  if (!(await linkWorks(ctx, token, 'sign_in'))) return sendGone(ctx, c)
  return sendWayIn(
    ctx,
    c,
    { title: 'Sign in' },
    <Form class="form" action="/sign-in/link">
      <input type="hidden" name="token" value={token} />
      <Button kind="dark">Sign in on this browser</Button>
    </Form>,
  )
}

export async function takeLinkSignIn(ctx: Context, c: Call): Promise<Response> {
  const { token: link = '' } = await readForm(ctx, c)
  await ctx.rateLimits.take(ctx, 'entry', c.env.address)
  try {
    const viewer = await viewerOf(ctx, c)
    const entered = await inTransaction(ctx, (tx) => signInByLink(tx, link, agentOf(c), viewer))
    return entered.stays ? await sendStays(ctx, c, viewer) : goEntered(ctx, c, entered, '/you')
  } catch (error) {
    if (isGoneLink(error)) return sendGone(ctx, c)
    throw error
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
