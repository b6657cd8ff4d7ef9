import { presentOptions, presentPasskey } from '#identity/mfa/owner/present.ts'
import {
  AddPasskey,
  DeletedPasskey,
  NewPasskey,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  PasskeyParams,
  RenamePasskey,
} from '#identity/mfa/owner/schema.ts'
import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { list } from '#platform/http/fields.ts'
import { addPasskey, checkPasskey, listPasskeys, passkeyOptions, removePasskey, renamePasskey } from './registration.ts'

const endpoint = endpointsOf('Factors')
const own = { access: { who: 'session' } } as const

export const passkeyEndpoints = [
  endpoint({
    ...own,
    id: 'listPasskeys',
    method: 'GET',
    path: '/passkeys',
    summary: 'List your passkeys, oldest first',
    answers: { 200: PasskeyList },
    handle: async (ctx, actor) => {
      const rows = await listPasskeys(ctx, actor)
      return ok(list(rows.map(presentPasskey)))
    },
  }),
  endpoint({
    ...own,
    id: 'askForNewPasskey',
    method: 'POST',
    path: '/passkeys/options',
    proof: true,
    accepts: [],
    effects: [],
    summary: 'Get options for creating a passkey; valid once, for 5 minutes, in this session',
    description:
      'Pass `options` to `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`. Send the `toJSON()` of the result as `response` to [POST /passkeys](/docs/api/addPasskey).',
    answers: { 200: PasskeyOptions },
    handle: async (tx, actor) => ok(presentOptions(await passkeyOptions(tx, actor))),
  }),
  endpoint({
    ...own,
    id: 'addPasskey',
    method: 'POST',
    path: '/passkeys',
    proof: true,
    effects: [],
    summary: 'Add a passkey that the browser created; the first factor also returns recovery codes, shown once',
    description:
      'After the first factor is added, a password alone is no longer enough to sign in. For the first factor, `recovery_codes` contains ten codes, shown only once. For later factors, it is null.',
    body: AddPasskey,
    answers: { 201: NewPasskey },
    prepare: async (ctx, actor, { body }) => ({ value: await checkPasskey(ctx, actor, body.response) }),
    handle: async (tx, actor, { body }, checked) => {
      const { passkey, codes } = await addPasskey(tx, actor, body.name, checked)
      return created({ ...presentPasskey(passkey), recovery_codes: codes })
    },
  }),
  endpoint({
    ...own,
    id: 'renamePasskey',
    method: 'PATCH',
    path: '/passkeys/{id}',
    effects: [],
    summary: 'Rename a passkey',
    params: PasskeyParams,
    body: RenamePasskey,
    answers: { 200: Passkey },
    handle: async (tx, actor, { params, body }) => ok(presentPasskey(await renamePasskey(tx, actor, params.id, body.name))),
  }),
  endpoint({
    ...own,
    id: 'removePasskey',
    method: 'DELETE',
    path: '/passkeys/{id}',
    proof: true,
    accepts: [],
    effects: ['loss'],
    summary: 'Remove a passkey; it can no longer sign in',
    params: PasskeyParams,
    answers: { 200: DeletedPasskey },
    handle: async (tx, actor, { params }) => {
      await removePasskey(tx, actor, params.id)
      return ok({ object: 'passkey', id: params.id, deleted: true })
    },
  }),
]
