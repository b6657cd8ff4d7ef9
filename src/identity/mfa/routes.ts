import { passkeyEndpoints } from './passkeys/routes.ts'
import { secondStepEndpoints } from './second-step/routes.ts'
import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { presentFactors, presentSetup } from './owner/present.ts'
import { prepareCodes, prepareFirstCodes, renewCodes } from './recovery/index.ts'
import { ConfirmedTotp, ConfirmTotp, DeletedTotp, Factors, NewTotp, RecoveryCodes } from './owner/schema.ts'
import { readFactors } from './index.ts'
import { confirmTotp, removeTotp, startTotp } from './totp/index.ts'

const endpoint = endpointsOf('Factors')
const own = { access: { who: 'session' } } as const

/** Endpoints for the second step of a sign-in (spec: completions 12): passkeys, authenticator codes and recovery codes. */
export const mfaEndpoints = [
  endpoint({
    ...own,
    id: 'getFactors',
    method: 'GET',
    path: '/factors',
    summary: 'Get your second factors',
    answers: { 200: Factors },
    handle: async (ctx, actor) => ok(presentFactors(await readFactors(ctx, actor))),
  }),
  ...passkeyEndpoints,
  endpoint({
    ...own,
    id: 'startTotp',
    method: 'POST',
    path: '/totp',
    proof: true,
    accepts: [],
    effects: [],
    summary: 'Create a secret for an authenticator app, shown once; confirm it with a first code',
    description:
      'Use `uri` for a QR code and `secret` for typing. To finish the setup, send a first code to [POST /totp/confirm](/docs/api/confirmTotp) within an hour. Sign-in asks for codes only after that.',
    answers: { 201: NewTotp },
    handle: async (tx, actor) => created(presentSetup(await startTotp(tx, actor))),
  }),
  endpoint({
    ...own,
    id: 'confirmTotp',
    method: 'POST',
    path: '/totp/confirm',
    proof: true,
    effects: [],
    summary: 'Turn on authenticator codes with a first code; the first factor also returns recovery codes, shown once',
    body: ConfirmTotp,
    answers: { 200: ConfirmedTotp },
    prepare: async (ctx, actor) => ({ value: await prepareFirstCodes(ctx, actor.accountId) }),
    handle: async (tx, actor, { body }, codes) =>
      ok({ object: 'totp', status: 'on', recovery_codes: await confirmTotp(tx, actor, body.code, codes) }),
  }),
  endpoint({
    ...own,
    id: 'removeTotp',
    method: 'DELETE',
    path: '/totp',
    proof: true,
    accepts: [],
    effects: ['loss'],
    summary: 'Turn off authenticator codes',
    answers: { 200: DeletedTotp },
    handle: async (tx, actor) => {
      await removeTotp(tx, actor)
      return ok({ object: 'totp', deleted: true })
    },
  }),
  endpoint({
    ...own,
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/recovery-codes',
    proof: true,
    accepts: [],
    effects: ['loss'],
    summary: 'Replace your recovery codes with ten new ones, shown once',
    answers: { 201: RecoveryCodes },
    prepare: async (ctx, actor) => ({ value: await prepareCodes(ctx, actor) }),
    handle: async (tx, actor, _input, codes) =>
      created({ object: 'recovery_codes', codes: await renewCodes(tx, actor, codes), created_at: tx.now().toISOString() }),
  }),
  ...secondStepEndpoints,
]
