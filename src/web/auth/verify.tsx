import type { Context } from '#platform/context/index.ts'
import type { Call, Viewer } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { callerOf } from '#web/framework/session.ts'
import { api, call, filled, page, type PageRequest } from '#web/framework/page/index.ts'
import { requiredProof, endedSentence, ownerIn, OwnerPart } from './owner-part.tsx'
import { sendGoneLink, sendAuthPage, unlessGone } from '#web/framework/page/auth-page.tsx'
import type { Ended } from '#identity/email-links/index.ts'

/** Page that the verification link opens. The user must press a button to confirm, because mail scanners open links. */
export const verifyPage = page({
  path: '/verify',
  name: 'verify',
  who: 'anyone',
  async form({ ctx, c, viewer }, { fields: { token = '', password = '', do: what } }) {
    const proved = await unlessGone(async () => {
      if (what !== 'take') await ownerIn(ctx, viewer, { token, purpose: 'verify' }, { password, takes: false })
      const body = { token, ...(what === 'take' ? {} : filled({ password })) }
      return call(ctx, viewer, api.verifyEmail, { body, caller: callerOf(c) })
    })
    return proved === null ? sendGone(ctx, c) : sendProved({ ctx, c, viewer, typed: {} }, proved.email, proved.ended ?? null)
  },
  async show({ ctx, c, viewer, typed, problem }) {
    const token = typed['token'] ?? c.req.query('token') ?? ''
    const proof = await requiredProof(ctx, viewer, token, 'verify')
    if (proof === null) return sendGone(ctx, c)
    return sendAuthPage(
      ctx,
      c,
      { title: 'Verify your email', problem },
      <>
        <p class="lead">If this address is yours, confirm it. The account that requested this address can then use it.</p>
        <OwnerPart action="/verify" token={token} proof={proof} yes="Verify email" problem={problem} />
      </>,
    )
  },
})

const sendProved = ({ ctx, c, viewer }: PageRequest<Viewer>, email: string, ended: Ended | null): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Email verified', viewer },
    <>
      <p class="lead">{email} is verified.</p>
      {ended ? <p>{endedSentence(ended)} Sign in with an email link, then set a password in your settings.</p> : null}
      <p class="actions">
        <ButtonLink kind="dark" href={ended ? '/forgot' : viewer.kind === 'session' ? '/you' : '/sign-in'} label="Continue" />
      </p>
    </>,
  )

const sendGone = (ctx: Context, c: Call): Promise<Response> => sendGoneLink(ctx, c, '/you/settings', 'Request a new email in your settings')
