import { inTransaction, type Context } from '#platform/context.ts'
import { proveAddress } from '#people/mailed-links/addresses.ts'
import type { Call, Viewer } from '#web/answer.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { browserIn, readForm, viewerOf } from '#web/session.ts'
import { problemOf, type Problem } from '#web/you/problem.ts'
import { asksOf, endedSentence, ownerIn, OwnerPart } from './owner-part.tsx'
import { isGoneLink, sendGoneLink, sendWayIn } from './frame.tsx'

/** Where the link leads: one says yes by a button, so that a mail program that looks at links says nothing. */
export const sendVerify = async (ctx: Context, c: Call): Promise<Response> =>
  sendAsk(ctx, c, await viewerOf(ctx, c), c.req.query('token') ?? '')

async function sendAsk(ctx: Context, c: Call, viewer: Viewer, token: string, problem?: Problem): Promise<Response> {
  const asks = await asksOf(ctx, viewer, token, 'verify')
  if (asks === null) return sendGone(ctx, c)
  return sendWayIn(
    ctx,
    c,
    { title: 'Is this your address?', problem },
    <>
      <p class="lead">Say yes, and the account that asked may use it.</p>
      <OwnerPart action="/verify" token={token} asks={asks} yes="Yes, it is mine" problem={problem} />
    </>,
  )
}

export async function takeVerify(ctx: Context, c: Call): Promise<Response> {
  const { token = '', password = '', do: what } = await readForm(ctx, c)
  await ctx.rateLimits.take(ctx, 'entry', c.env.address)
  const viewer = await viewerOf(ctx, c)
  try {
    const owner = await ownerIn(ctx, viewer, { token, purpose: 'verify' }, { password, takes: what === 'take' })
    const by = { agent: browserIn(ctx, c).agent, owner }
    const { email, ended } = await inTransaction(ctx, (tx) => proveAddress(tx, token, by))
    return await sendWayIn(
      ctx,
      c,
      { title: 'Thank you', viewer },
      <>
        <p class="lead">{email} is verified.</p>
        {ended ? <p>{endedSentence(ended)} Have a link mailed to sign in, then set a password in your settings.</p> : null}
        <p class="actions">
          <ButtonLink kind="dark" href={ended ? '/forgot' : viewer.kind === 'session' ? '/you' : '/sign-in'}>
            Go on
          </ButtonLink>
        </p>
      </>,
    )
  } catch (error) {
    return isGoneLink(error) ? sendGone(ctx, c) : sendAsk(ctx, c, viewer, token, problemOf(error))
  }
}

const sendGone = (ctx: Context, c: Call): Promise<Response> => sendGoneLink(ctx, c, '/you/settings', 'Ask for a new mail in your settings')
