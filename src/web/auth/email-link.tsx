import type { Context } from '#platform/context/index.ts'
import { signInByLink } from '#identity/email-links/index.ts'
import type { Call, Viewer } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { waitingIntent } from '#web/framework/intent.ts'
import { browserIn } from '#web/framework/session.ts'
import { redirectAfterSignIn } from '#web/framework/page/after-sign-in.ts'
import { requiredProof, endedSentence, ownerIn, OwnerPart } from './owner-part.tsx'
import { sendGoneLink, sendAuthPage, unlessGone } from '#web/framework/page/auth-page.tsx'
import { inOneTransaction } from '#platform/http/call.ts'
import { page } from '#web/framework/page/page.tsx'

/** Page that an email link opens. The user must press a button to use the link, because mail scanners open links. */
export const linkPage = page({
  path: '/sign-in/link',
  name: 'sign-in link',
  who: 'anyone',
  async form({ ctx, c, viewer }, { fields: { token = '', password = '', do: what } }) {
    await ctx.rateLimits.take(ctx, 'entry', c.env.address)
    const entered = await unlessGone(async () => {
      const owner = await ownerIn(ctx, viewer, { token, purpose: 'sign_in' }, { password, takes: what === 'take' })
      return inOneTransaction(ctx, (tx) => signInByLink(tx, token, { caller: viewer, owner, browser: browserIn(ctx, c) }))
    })
    if (entered === null) return sendGoneLink(ctx, c)
    if (entered.stays) return sendStays(ctx, c, viewer)
    return redirectAfterSignIn(
      ctx,
      c,
      entered,
      entered.ended ? '/you/settings' : ((await waitingIntent(ctx, c))?.path ?? '/you'),
      entered.ended ? endedSentence(entered.ended) : undefined,
    )
  },
  async show({ ctx, c, viewer, typed, problem }) {
    const token = typed['token'] ?? c.req.query('token') ?? ''
    const proof = await requiredProof(ctx, viewer, token, 'sign_in')
    if (proof === null) return sendGoneLink(ctx, c)
    const props = { action: '/sign-in/link', token, yes: 'Sign in on this browser' }
    return sendAuthPage(ctx, c, { title: 'Sign in', problem }, <OwnerPart {...props} proof={proof} problem={problem} />)
  },
})

/**
 * Responds to a signed-in user who used the link only to confirm their identity. The page that requires the confirmation is still open in a
 * different tab, and still contains the user's input.
 */
const sendStays = (ctx: Context, c: Call, viewer: Viewer): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Identity confirmed', viewer },
    <>
      <p class="lead">You were already signed in here. If a page asked you to confirm your identity, go back to it and continue.</p>
      <p class="actions">
        <ButtonLink href="/you" label="Go to your account" />
      </p>
    </>,
  )
