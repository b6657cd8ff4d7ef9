import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import * as owner from './owner/queries.ts'
import * as passkeys from './passkeys/queries.ts'
import * as recovery from './recovery/queries.ts'
import * as tickets from './tickets/queries.ts'
import * as totp from './totp/queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, cy] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id, (await app.signUp('Cy')).id]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const bytes = (text: string) => Buffer.from(text)
const addPasskey = (account_id: string, id: string, created_at: Date) =>
  passkeys.insertPasskey(db, { id, account_id, credential_id: bytes(id), public_key: bytes('key'), counter: 0, transports: [], name: id, created_at }) // prettier-ignore
const code = (account_id: string, text: string, created_at: Date) => ({
  account_id,
  code_hash: bytes(text),
  salt: bytes(`salt of ${account_id}`),
  created_at,
})
const addChallenge = (text: string, expires_at: Date, account_id: string | null = null) =>
  passkeys.insertChallenge(db, { challenge_hash: bytes(text), purpose: 'sign_in', bound_to: bytes('browser'), account_id, expires_at })
const addTicket = (account_id: string, id: string, expires_at: Date) =>
  tickets.insertTicket(db, { id, token_hash: bytes(id), account_id, created_at: now, expires_at })
const everything = async () => ({
  passkeys: await db.selectFrom('passkeys').select(['account_id', 'name', 'counter']).orderBy('name').execute(),
  apps: (await db.selectFrom('authenticator_apps').select('account_id').execute()).map((row) => row.account_id).toSorted(),
  codes: (await db.selectFrom('recovery_codes').selectAll().orderBy('code_hash').execute()).map((row) => row.code_hash.toString()),
  challenges: (await db.selectFrom('passkey_challenges').selectAll().orderBy('challenge_hash').execute()).map((row) => row.challenge_hash.toString()), // prettier-ignore
  tickets: (await db.selectFrom('sign_in_tickets').select('id').orderBy('id').execute()).map(({ id }) => id),
})
const clear = () => Promise.all([ana, ben, cy].map((id) => owner.deleteFactors(db, id)))

test('an authenticator app is confirmed, used and deleted for one account only', async () => {
  const steps = () => Promise.all([ana, ben].map(async (id) => (await totp.findApp(db, id))?.last_step))
  for (const account_id of [ana, ben]) await totp.saveApp(db, { account_id, secret: bytes(account_id), created_at: now })
  await totp.confirmApp(db, ana, 5, now)
  assert.deepEqual(await steps(), [5, null])
  assert.equal(await totp.takeStep(db, ben, 6, now), false, 'no code has confirmed this app')
  await totp.confirmApp(db, ben, 5, now)
  assert.equal(await totp.takeStep(db, ana, 5, now), false)
  assert.equal(await totp.takeStep(db, ana, 6, now), true)
  assert.deepEqual(await steps(), [6, 5])
  assert.equal(await totp.deleteApp(db, ana), true)
  assert.deepEqual(await steps(), [undefined, 5])
  await clear()
})

test('only setups that were never confirmed expire', async () => {
  for (const [account_id, created_at] of [[ana, at(0)], [ben, at(0)], [cy, at(1)]] as const) await totp.saveApp(db, { account_id, secret: bytes('secret'), created_at }) // prettier-ignore
  await totp.confirmApp(db, ben, 5, now)
  await totp.deleteWaitingApps(db, at(0))
  assert.deepEqual((await everything()).apps, [ben, cy].toSorted())
  await clear()
})

test('a challenge works for its purpose and browser until it expires, and only expired challenges are deleted', async () => {
  for (const [text, seconds] of [['one', 10], ['other', 20]] as const) await addChallenge(text, at(seconds)) // prettier-ignore
  const by = { challengeHash: bytes('one'), purpose: 'sign_in', boundTo: bytes('browser'), now } as const
  for (const wrong of [{ challengeHash: bytes('none') }, { purpose: 'second' }, { boundTo: bytes('elsewhere') }, { now: at(10) }] as const)
    assert.equal(await passkeys.takeChallenge(db, { ...by, ...wrong }), undefined)
  assert.equal((await passkeys.takeChallenge(db, by))?.challenge_hash.toString(), 'one')
  assert.deepEqual((await everything()).challenges, ['other'])
  await addChallenge('one', at(10))
  await passkeys.deleteExpiredChallenges(db, at(10))
  assert.deepEqual((await everything()).challenges, ['other'])
  await db.deleteFrom('passkey_challenges').execute()
})

test('a passkey is listed, renamed, used and deleted for its account only', async () => {
  for (const [account, id, seconds] of [[ana, 'pky_c', 1], [ana, 'pky_b', 2], [ana, 'pky_a', 2], [ben, 'pky_d', 1]] as const) await addPasskey(account, id, at(seconds)) // prettier-ignore
  assert.equal(await addPasskey(ben, 'pky_a', now), undefined, 'this passkey is registered')
  const names = async (id: string) => (await passkeys.passkeysOf(db, id)).map(({ name }) => name)
  assert.deepEqual([await names(ana), await names(ben)], [['pky_c', 'pky_a', 'pky_b'], ['pky_d']])
  for (const id of ['pky_a', 'pky_b', 'pky_d']) assert.equal((await passkeys.findPasskey(db, bytes(id)))?.id, id)
  assert.equal(await passkeys.renamePasskey(db, ben, 'pky_c', 'Stolen'), undefined)
  assert.equal((await passkeys.renamePasskey(db, ana, 'pky_c', 'Phone'))?.name, 'Phone')
  assert.equal(await passkeys.deletePasskey(db, ben, 'pky_b'), undefined)
  assert.equal((await passkeys.deletePasskey(db, ana, 'pky_b'))?.id, 'pky_b')
  assert.equal(await passkeys.countUse(db, 'pky_a', 1, 2, now), false)
  assert.equal(await passkeys.countUse(db, 'pky_a', 0, 2, now), true)
  assert.deepEqual((await everything()).passkeys, [
    { account_id: ana, name: 'Phone', counter: 0 },
    { account_id: ana, name: 'pky_a', counter: 2 },
    { account_id: ben, name: 'pky_d', counter: 0 },
  ])
  await clear()
})

test('a recovery code works once, for its account, and new codes replace the codes of that account only', async () => {
  await recovery.replaceCodes(db, ben, [code(ben, 'ben', now), code(ben, 'both', now)])
  await recovery.replaceCodes(db, ana, [code(ana, 'old', now)])
  await recovery.replaceCodes(db, ana, [code(ana, 'ana', now), code(ana, 'both', now)])
  assert.deepEqual((await everything()).codes, ['ana', 'ben', 'both', 'both'])
  for (const id of [ana, ben]) assert.equal((await recovery.saltOf(db, id))?.toString(), `salt of ${id}`)
  const take = (id: string, text: string) => recovery.takeCode(db, id, bytes(text), now)
  assert.deepEqual([await take(ana, 'ben'), await take(ana, 'both'), await take(ana, 'both')], [false, true, false])
  assert.deepEqual([await take(ben, 'both'), await take(ana, 'ana')], [true, true])
  await clear()
})

test('a ticket is read until it expires, and counts its own attempts up to the limit', async () => {
  for (const [account, id, seconds] of [[ana, 'tkt_a', 10], [ana, 'tkt_b', 20], [ben, 'tkt_c', 20], [ben, 'tkt_d', 10]] as const) await addTicket(account, id, at(seconds)) // prettier-ignore
  for (const id of ['tkt_a', 'tkt_b', 'tkt_d']) assert.equal((await tickets.findTicket(db, bytes(id), now))?.id, id)
  assert.equal(await tickets.findTicket(db, bytes('tkt_a'), at(10)), undefined)
  const count = async (id: string) => (await tickets.countAnswer(db, id, 2))?.id
  assert.deepEqual([await count('tkt_a'), await count('tkt_a'), await count('tkt_a'), await count('tkt_b')], ['tkt_a', 'tkt_a', undefined, 'tkt_b']) // prettier-ignore
  await tickets.deleteExpiredTickets(db, at(10))
  assert.deepEqual((await everything()).tickets, ['tkt_b', 'tkt_c'])
  assert.deepEqual([await tickets.takeTicket(db, 'tkt_a'), (await everything()).tickets.length], [false, 2])
  await addTicket(ana, 'tkt_e', at(20))
  assert.equal(await tickets.takeTicket(db, 'tkt_b'), true)
  await tickets.deleteTicketsOf(db, ana)
  assert.deepEqual((await everything()).tickets, ['tkt_c'])
  await clear()
})

test('the factors of an account are counted and deleted without those of other accounts', async () => {
  for (const [id, name] of [[ana, 'Ana'], [ben, 'Ben']] as const) assert.equal((await owner.findOwner(db, id))?.name, name) // prettier-ignore
  for (const [id, later] of [
    [ana, 1],
    [ben, 2],
  ] as const) {
    await addPasskey(id, `pky_${id}`, now)
    await addPasskey(id, `pky_of_${id}`, now)
    await totp.saveApp(db, { account_id: id, secret: bytes('secret'), created_at: now })
    await recovery.replaceCodes(db, id, ['1', '2', '3'].map((text) => code(id, `${id} ${text}`, at(later)))) // prettier-ignore
    await addChallenge(`challenge of ${id}`, at(10), id)
    await addTicket(id, `tkt_${id}`, at(10))
  }
  await totp.confirmApp(db, ben, 5, now)
  await recovery.takeCode(db, ben, bytes(`${ben} 1`), now)
  assert.deepEqual(await owner.countFactors(db, ana), { passkeys: 2, apps: 0, codes: 3, codes_at: at(1) })
  assert.deepEqual(await owner.countFactors(db, ben), { passkeys: 2, apps: 1, codes: 2, codes_at: at(2) })
  await owner.deleteFactors(db, ana)
  assert.deepEqual(await everything(), {
    passkeys: [`pky_${ben}`, `pky_of_${ben}`].map((name) => ({ account_id: ben, name, counter: 0 })).toSorted((a, b) => (a.name < b.name ? -1 : 1)), // prettier-ignore
    apps: [ben],
    codes: [`${ben} 1`, `${ben} 2`, `${ben} 3`],
    challenges: [`challenge of ${ben}`],
    tickets: [`tkt_${ben}`],
  })
  await db.updateTable('accounts').set({ closed_at: now, email: null, password_hash: null }).where('id', '=', cy).execute()
  assert.equal(await owner.findOwner(db, cy), undefined)
})
