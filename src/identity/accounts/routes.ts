import { SCOPES } from '#core/scopes.ts'
import { answerEntered } from '#identity/mfa/second-step/complete.ts'
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
    summary: 'Sign up; the answer holds a first key, shown once',
    description:
      'The answer is the account with `api_key`, a first key of all scopes; its `secret` is in no later answer. An email in use is 409 with `param: "email"`. The server may have sign-ups closed: 403.',
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
    summary: 'Your account, the key you use, your shops and usage',
    description:
      'The way to check that a key works, and what it may do. Never counted against the month, and answered when the month is used up.',
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
    summary: 'Change your name, or stop every helper and agent key at once with the brake',
    description:
      '`brake: true` stops every helper and every agent key at once; those at work look again before each write. `false` lets them go on.',
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
    summary: 'Close your account for good',
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
    summary: 'Sign in: sets the session cookie, or asks for the second factor of an account that has one',
    description:
      'An account with a second factor is not signed in by its password alone: the answer is 401 with `code: "second_factor"`, a `ticket`, the `factors` that it takes (`totp`, `passkey`, `recovery_code`) and a cookie that binds the sign-in to this browser. Send one of them with the ticket to [POST /sessions/second](/docs/api/passSecondStep) within 10 minutes. Programs use a key instead.',
    body: CreateSession,
    answers: { 201: Session },
    cookies: true,
    transaction: 'none',
    handle: async (ctx, _actor, { body, caller }) => answerEntered(ctx, await accounts.openSession(ctx, body, browserOf(ctx, caller))),
  }),
  endpoint({
    id: 'proveSession',
    method: 'POST',
    path: '/sessions/proof',
    access: { who: 'session' },
    evenSuspended: true,
    alsoTest: true,
    summary: 'Confirm with your password or a passkey that it is you: holds for 15 minutes',
    description:
      'Who changes keys, the webhook by session, the password or the address, ends sessions or closes the account must have shown within 15 minutes who they are: by signing in, by a mailed link, or by this. Without that the answer is 403 with `code: "proof"`. A key is never asked.',
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
    summary: 'Where you are signed in, the last first',
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
    summary: 'Sign one of your browsers out',
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
    summary: 'Sign every other browser of yours out',
    answers: { 200: EndedSessions },
    handle: async (ctx, actor) => ok({ object: 'sessions', ended: await endSessions(ctx, actor.accountId, actor.sessionToken!) }),
  }),
]
