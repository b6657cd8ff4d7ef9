import { inTransaction, type Context } from '#context.ts'
import { proveAddress } from '#features/mailed-links/addresses.ts'
import { linkWorks } from '#features/mailed-links/tokens.ts'
import type { Call } from '#web/answer.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { readForm, viewerOf } from '#web/session.ts'
import { Wrong } from '#web/you/frame.tsx'
import { problemOf } from '#web/you/problem.ts'
import { isGoneLink, sendGoneLink, sendWayIn } from './frame.tsx'

/** Where the link leads: one says yes by a button, so that a mail program that looks at links says nothing. */
export async function sendVerify(ctx: Context, c: Call): Promise<Response> {
  const token = c.req.query('token') ?? ''
  if (!(await linkWorks(ctx, token, 'verify'))) return sendGone(ctx, c)
  return sendWayIn(
    ctx,
    c,
    { title: 'Is this your address?' },
    <>
      <p class="lead">Say yes, and the account that asked may use it.</p>
      <Form class="form" action="/verify">
        <input type="hidden" name="token" value={token} />
        <Button kind="dark">Yes, it is mine</Button>
      </Form>
    </>,
  )
}

export async function takeVerify(ctx: Context, c: Call): Promise<Response> {
  const { token = '' } = await readForm(ctx, c)
  await ctx.rateLimits.take(ctx, 'entry', c.env.address)
  try {
    const email = await inTransaction(ctx, (tx) => proveAddress(tx, token))
    const viewer = await viewerOf(ctx, c)
    return await sendWayIn(
      ctx,
      c,
      { title: 'Thank you', viewer },
      <>
        <p class="lead">{email} is verified.</p>
        <p class="actions">
          <ButtonLink kind="dark" href={viewer.kind === 'session' ? '/you' : '/sign-in'}>
            Go on
          </ButtonLink>
        </p>
      </>,
    )
  } catch (error) {
    if (isGoneLink(error)) return sendGone(ctx, c)
    const problem = problemOf(error)
    return sendWayIn(ctx, c, { title: 'Is this your address?', problem }, <Wrong says={problem.says} />)
  }
}

const sendGone = (ctx: Context, c: Call): Promise<Response> => sendGoneLink(ctx, c, '/you/settings', 'Ask for a new mail in your settings')
