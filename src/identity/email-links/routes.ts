import { inTransaction, type Actor, type Anonymous, type Person } from '#platform/context/index.ts'
import { browserOf } from '#identity/sessions/cookie/index.ts'
import { checkOldPassword, checkPerson } from '#identity/passwords/proof.ts'
import { hashChosenBy } from '#identity/passwords/index.ts'
import { answerSignIn } from '#identity/mfa/second-step/complete.ts'
import { accepted, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { resendVerification, proveAddress, wantAddress } from './addresses.ts'
import { requestLink } from './send.ts'
import { hashNewByLink, confirmsOwner } from './email-verification.ts'
import { changePassword, resetPassword, signInByLink } from './passwords.ts'
import {
  AskForLink,
  ChangedPassword,
  ChangeEmail,
  ChangePassword,
  EmailVerification,
  PasswordReset,
  ResetPassword,
  Session,
  SignInLink,
  UseLink,
} from './schema.ts'

const endpoint = endpointsOf('Accounts')
const anyone = { access: { who: 'anyone' }, strictRate: true } as const

export const emailLinkEndpoints = [
  endpoint({
    ...anyone,
    id: 'askForPasswordReset',
    method: 'POST',
    path: '/password-resets',
    effects: [],
    summary: 'Send a password reset link by email; the response does not reveal whether the account exists',
    body: AskForLink,
    answers: { 202: PasswordReset },
    handle: async (tx, _actor, { body }) => {
      await requestLink(tx, { email: body.email, purpose: 'reset' })
      return accepted({ object: 'password_reset', status: 'asked' })
    },
  }),
  endpoint({
    ...anyone,
    id: 'resetPassword',
    method: 'POST',
    path: '/password-resets/complete',
    effects: [],
    summary: 'Set a new password with the token from the email; ends every session and keeps API keys',
    body: ResetPassword,
    answers: { 200: PasswordReset },
    prepare: async (ctx, actor, { body }) => {
      const owner = await confirmsOwner(ctx, { token: body.token, purpose: 'reset' }, { caller: visitor(actor) })
      return { value: { owner, passwordHash: await hashNewByLink(ctx, body.token, body.password) } }
    },
    handle: async (tx, _actor, { body, caller }, { owner, passwordHash }) => {
      const ended = await resetPassword(tx, { token: body.token, passwordHash }, { owner, browser: browserOf(tx, caller) })
      return ok({ object: 'password_reset', status: 'done', ended })
    },
  }),
  endpoint({
    ...anyone,
    id: 'askForSignInLink',
    method: 'POST',
    path: '/sign-in-links',
    effects: [],
    summary: 'Send a sign-in link by email; the response does not reveal whether the account exists',
    body: AskForLink,
    answers: { 202: SignInLink },
    handle: async (tx, _actor, { body }) => {
      await requestLink(tx, { email: body.email, purpose: 'sign_in' })
      return accepted({ object: 'sign_in_link', status: 'asked' })
    },
  }),
  endpoint({
    ...anyone,
    id: 'signInByLink',
    method: 'POST',
    path: '/sign-in-links/complete',
    effects: [],
    summary: 'Sign in with the token from the email: sets the session cookie',
    body: UseLink,
    answers: { 201: Session },
    cookies: true,
    // commits before the response is sent: even if the response is a 401 that requires a second factor, the link stays consumed
    transaction: 'none',
    handle: async (ctx, actor, { body, caller }) => {
      const visitorActor = visitor(actor)
      const owner = await confirmsOwner(ctx, { token: body.token, purpose: 'sign_in' }, { caller: visitorActor, password: body.password })
      const by = { caller: visitorActor, owner, browser: browserOf(ctx, caller) }
      return answerSignIn(ctx, await inTransaction(ctx, (tx) => signInByLink(tx, body.token, by)))
    },
  }),
  endpoint({
    id: 'askForEmailVerification',
    method: 'POST',
    path: '/email-verifications',
    effects: [],
    access: { who: 'session' },
    evenSuspended: true,
    accepts: [],
    summary: 'Send the email verification link again, at most 3 times an hour',
    answers: { 202: EmailVerification },
    handle: async (tx, actor) => accepted({ object: 'email_verification', email: await resendVerification(tx, actor), status: 'asked' }),
  }),
  endpoint({
    ...anyone,
    id: 'verifyEmail',
    method: 'POST',
    path: '/email-verifications/complete',
    effects: [],
    summary:
      'Verify an email with the token from the link; the first verification ends earlier access, unless a session or the password proves the owner',
    body: UseLink,
    answers: { 200: EmailVerification },
    prepare: async (ctx, actor, { body }) => ({
      value: await confirmsOwner(ctx, { token: body.token, purpose: 'verify' }, { caller: visitor(actor), password: body.password }),
    }),
    handle: async (tx, _actor, { body, caller }, owner) => {
      const { email, ended } = await proveAddress(tx, body.token, { agent: caller.userAgent, owner })
      return ok({ object: 'email_verification', email, status: 'verified', ended })
    },
  }),
  endpoint({
    id: 'changeEmail',
    method: 'PUT',
    path: '/me/email',
    effects: [],
    access: { who: 'session' },
    evenSuspended: true,
    proof: 'or password',
    summary: 'Request a new email address; it takes effect when you open the link that we send to it, and the old address is notified',
    body: ChangeEmail,
    answers: { 202: EmailVerification },
    prepare: async (ctx, actor, { body }) => ({ value: await checkPerson(ctx, actor, body.password) }),
    handle: async (tx, actor, { body }) => {
      await wantAddress(tx, actor, body.email)
      return accepted({ object: 'email_verification', email: body.email, status: 'asked' })
    },
  }),
  endpoint({
    id: 'changePassword',
    method: 'PUT',
    path: '/me/password',
    effects: [],
    access: { who: 'session' },
    evenSuspended: true,
    proof: 'or password',
    summary: 'Set a new password; ends your other sessions and keeps API keys',
    body: ChangePassword,
    answers: { 200: ChangedPassword },
    prepare: async (ctx, actor, { body }) => {
      await checkOldPassword(ctx, actor, body.password)
      await ctx.rateLimits.take(ctx, 'password change', actor.accountId)
      return { value: await hashChosenBy(ctx, actor.accountId, body.new_password, 'new_password') }
    },
    handle: async (tx, actor, _input, passwordHash) => {
      await changePassword(tx, actor, passwordHash)
      return ok({ object: 'password', status: 'changed' })
    },
  }),
]

/** Returns the session of the browser that opened the link. A caller with an API key counts as anonymous. */
const visitor = (actor: Actor): Anonymous | Person => (actor.kind === 'session' ? actor : { kind: 'anonymous', address: '' })
