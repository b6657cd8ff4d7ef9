import { SCOPES } from '#core/scopes.ts'
import { answerSignIn } from '#identity/mfa/second-step/complete.ts'
import { proveByPasskey } from '#identity/mfa/second-step/index.ts'
import { presentKey } from '#identity/keys/present.ts'
import { greet } from '#identity/email-links/addresses.ts'
import { readUse } from '#identity/quotas/index.ts'
import { created, endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { list } from '#platform/http/fields.ts'
import { browserOf, sessionCookie } from '#identity/sessions/cookie/index.ts'
import { presentAccount, presentProof, presentSession } from './present.ts'
import { beforeClosing, closeAccount } from './close.ts'
import { proveByPassword } from '#identity/passwords/proof.ts'
import {
  Account,
  ChangeAccount,
  CloseAccount,
  CreateAccount,
  CreateSession,
  DeletedAccount,
  DeletedSession,
  EndedSessions,
  NewAccount,
  OwnSessionList,
  ProvedSession,
  ProveSession,
  Session,
  SessionParams,
} from './schema.ts'
import { endSession, endSessions, listSessions } from '#identity/sessions/index.ts'
import * as accounts from './index.ts'

const endpoint = endpointsOf('Accounts')

export const accountEndpoints = [
  endpoint({
    id: 'createAccount',
    method: 'POST',
    path: '/accounts',
    effects: [],
    access: { who: 'anyone' },
    strictRate: true,
    summary: 'Sign up; the response contains your first key, shown once',
    description:
      'Returns the account with `api_key`, its first key, which has all scopes. Only this response contains the `secret` of the key. If an account with this email exists, the response is 409 with `param: "email"`. If sign-ups are closed, the response is 403.',
    body: CreateAccount,
    answers: { 201: NewAccount },
    // hashing takes 50 ms, too long for a transaction
    prepare: async (ctx, _actor, { body }) => ({ value: await accounts.hashNewPassword(ctx, body) }),
    handle: async (ctx, _actor, { body }, passwordHash) => {
      const { account, key } = await accounts.openAccount(ctx, { name: body.name, email: body.email, passwordHash })
      await greet(ctx, account)
      const credential = { keyKind: 'api', scopes: SCOPES, askFirst: [], maxOfferCents: null, maxDayCents: null } as const
      return created({
        ...presentAccount(ctx, credential, { account, shops: [], requests: 0, use: await readUse(ctx, account.id) }),
        api_key: { ...presentKey(key.row), secret: key.secret, link: null },
      })
    },
  }),
  endpoint({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    access: reads,
    free: true,
    summary: 'Get your account, your key’s rights, your shops and your usage',
    description:
      'Use this to check that a key works and what it can do. The call is free: it never counts toward the monthly limit and works after the limit is reached.',
    answers: { 200: Account },
    handle: async (ctx, actor) => ok(presentAccount(ctx, actor, await accounts.readAccount(ctx, actor))),
  }),
  endpoint({
    id: 'changeMe',
    method: 'PATCH',
    path: '/me',
    effects: ['text'],
    access: { who: 'session' },
    evenSuspended: true,
    summary: 'Change your name, or pause all helpers and agent keys with `brake`',
    description:
      '`brake: true` immediately pauses all helpers and agent keys; running helpers check the setting before each write. `false` resumes them.',
    body: ChangeAccount,
    answers: { 200: Account },
    handle: async (ctx, actor, { body }) => {
      await accounts.changeAccount(ctx, actor, body)
      return ok(presentAccount(ctx, actor, await accounts.readAccount(ctx, actor)))
    },
  }),
  endpoint({
    id: 'closeAccount',
    method: 'DELETE',
    path: '/accounts/me',
    effects: ['loss'],
    access: { who: 'session' },
    evenSuspended: true,
    proof: 'or password',
    summary: 'Close your account permanently',
    body: CloseAccount,
    answers: { 200: DeletedAccount },
    cookies: true,
    prepare: async (ctx, actor, { body }) => ({ value: await beforeClosing(ctx, actor, body.password) }),
    handle: async (ctx, actor) => {
      await closeAccount(ctx, actor)
      return { ...ok({ object: 'account', id: actor.accountId, deleted: true }), headers: { 'Set-Cookie': sessionCookie(ctx, '', 0) } }
    },
  }),
  endpoint({
    id: 'createSession',
    method: 'POST',
    path: '/sessions',
    effects: [],
    access: { who: 'anyone' },
    strictRate: true,
    summary: 'Sign in: sets the session cookie, or requests the second factor if the account has one',
    description:
      'A password alone is not enough to sign in to an account with a second factor. The response is 401 with `code: "second_factor"`, a `ticket`, the accepted `factors` (`totp`, `passkey`, `recovery_code`) and a cookie that binds the sign-in to this browser. Send one factor with the ticket to [POST /sessions/second](/docs/api/passSecondStep) within 10 minutes. Programs use a key instead.',
    body: CreateSession,
    answers: { 201: Session },
    cookies: true,
    transaction: 'none',
    handle: async (ctx, _actor, { body, caller }) => answerSignIn(ctx, await accounts.openSession(ctx, body, browserOf(ctx, caller))),
  }),
  endpoint({
    id: 'proveSession',
    method: 'POST',
    path: '/sessions/proof',
    access: { who: 'session' },
    evenSuspended: true,
    alsoTest: true,
    summary: 'Confirm your identity with your password or a passkey; valid for 15 minutes',
    description:
      'Some actions need proof of identity from the last 15 minutes: a sign-in, an email link, or this call. These actions are: changing keys, the password or the email, changing the webhook from a session, ending sessions, and closing the account. Without proof, the response is 403 with `code: "proof"`. API keys need no proof.',
    body: ProveSession,
    answers: { 200: ProvedSession },
    effects: [],
    prepare: async (ctx, actor, { body }) => ({
      value: await (body.passkey ? proveByPasskey(ctx, actor, body.passkey) : proveByPassword(ctx, actor, body.password!)),
    }),
    handle: async (ctx) => ok(presentProof(ctx.now())),
  }),
  endpoint({
    id: 'deleteSession',
    method: 'DELETE',
    path: '/sessions',
    effects: [],
    access: { who: 'session' },
    accepts: [],
    evenSuspended: true,
    alsoTest: true,
    summary: 'Sign out: clears the session cookie',
    answers: { 200: DeletedSession },
    cookies: true,
    handle: async (ctx, actor) => {
      await accounts.closeSession(ctx, actor.sessionToken!)
      return { ...ok({ object: 'session', deleted: true }), headers: { 'Set-Cookie': sessionCookie(ctx, '', 0) } }
    },
  }),
  endpoint({
    id: 'listSessions',
    method: 'GET',
    path: '/sessions',
    access: { who: 'session' },
    summary: 'List the browsers where you are signed in, most recent first',
    answers: { 200: OwnSessionList },
    handle: async (ctx, actor) => {
      const { rows, currentId } = await listSessions(ctx, actor)
      return ok(list(rows.map((row) => presentSession(row, currentId))))
    },
  }),
  endpoint({
    id: 'endSession',
    method: 'DELETE',
    path: '/sessions/{id}',
    effects: [],
    access: { who: 'session' },
    accepts: [],
    evenSuspended: true,
    proof: true,
    summary: 'Sign out one of your browsers',
    params: SessionParams,
    answers: { 200: DeletedSession },
    handle: async (ctx, actor, { params }) => {
      await endSession(ctx, actor, params.id)
      return ok({ object: 'session', deleted: true })
    },
  }),
  endpoint({
    id: 'endOtherSessions',
    method: 'POST',
    path: '/sessions/end-others',
    effects: [],
    access: { who: 'session' },
    accepts: [],
    evenSuspended: true,
    proof: true,
    summary: 'Sign out all your other browsers',
    answers: { 200: EndedSessions },
    handle: async (ctx, actor) => ok({ object: 'sessions', ended: await endSessions(ctx, actor.accountId, actor.sessionToken!) }),
  }),
]
