import { setTimeZone } from '#people/sessions/time-zone.ts'
import { counted } from '#web/words.ts'
import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { NOTICE_KINDS } from '#domain/notices.ts'
import { beforeClosing, closeAccount } from '#people/accounts/close.ts'
import { sessionCookie } from '#people/sessions/cookie.ts'
import { ChangeAccount, CloseAccount } from '#people/accounts/schema.ts'
import { checkOldPassword } from '#people/passwords/proof.ts'
import { presentSession } from '#people/accounts/present.ts'
import * as accounts from '#people/accounts/index.ts'
import { hashChosenBy } from '#people/passwords/index.ts'
import { endSession, endSessions, listSessions } from '#people/sessions/index.ts'
import { presentExport } from '#people/exports/present.ts'
import * as exports from '#people/exports/index.ts'
import { askAgain, readAddress, wantAddress } from '#people/mailed-links/addresses.ts'
import { changePassword } from '#people/mailed-links/passwords.ts'
import { ChangeEmail, ChangePassword } from '#people/mailed-links/schema.ts'
import { listPasskeys } from '#people/factors/passkeys/registration.ts'
import { presentFactors, presentPasskey } from '#people/factors/owner/present.ts'
import { readFactors } from '#people/factors/index.ts'
import { presentNotices } from '#people/notices/present.ts'
import * as notices from '#people/notices/index.ts'
import { Subscribe } from '#people/push/schema.ts'
import { listBrowsers, pushKeys, subscribe, unsubscribe } from '#people/push/index.ts'
import { invalid } from '#platform/errors.ts'
import { requireProof } from '#platform/http/proof.ts'
import { requireAccess } from '#platform/http/run.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, type Call } from '#web/answer.ts'
import { singleKeys, singleKeysCookie } from '#web/single-keys.ts'
import { themeCookie, themeOf } from '#web/theme.ts'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { filled, problemOf, type Problem } from './problem.ts'
import { CLOSE_WORDS, SettingsPage } from './settings-page.tsx'

const SETTINGS = '/you/settings'

/** Name, address, password, sessions, mails, looks, the brake, one's data, and the way out. */
export const sendSettings =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer, {})

/** With what went wrong in a form that another address took. */
export const sendSettingsAgain = (ctx: Context, c: Call, viewer: Person, problem: Problem): Promise<Response> =>
  send(ctx, c, viewer, {}, { ...problem, at: null })

async function send(ctx: Context, c: Call, viewer: Person, typed: Record<string, string>, problem?: Problem): Promise<Response> {
  const [{ account }, address, read, passkeys, sessions, off, told, { publicKey }, { rows }] = await Promise.all([
    accounts.readAccount(ctx, viewer.accountId),
    readAddress(ctx, viewer),
    readFactors(ctx, viewer),
    listPasskeys(ctx, viewer),
    listSessions(ctx, viewer),
    notices.listSwitches(ctx, viewer),
    listBrowsers(ctx, viewer),
    pushKeys(ctx),
    exports.listExports(ctx, viewer, { limit: 5, offset: 0 }),
  ])
  return sendYours(
    ctx,
    c,
    viewer,
    { current: 'settings', title: 'Settings' },
    <SettingsPage
      ctx={ctx}
      viewer={viewer}
      account={account}
      address={address}
      own={{ factors: presentFactors(read), passkeys: passkeys.map(presentPasskey) }}
      sessions={sessions.rows.map((row) => presentSession(row, sessions.currentId))}
      switches={presentNotices(off).switches}
      push={{ browsers: told, publicKey }}
      archives={rows.map((row) => presentExport(ctx, row))}
      theme={themeOf(c)}
      keys={singleKeys(c)}
      typed={typed}
      problem={problem}
    />,
    problem?.status ?? 200,
  )
}

export const takeSettings =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    try {
      return await change(ctx, c, viewer, fields)
    } catch (error) {
      return send(ctx, c, viewer, fields, atField(fields['do'], problemOf(error)))
    }
  }

/** Two forms of this page ask for the password: what is wrong stands beside the one that was sent. */
const atField = (form: string | undefined, problem: Problem): Problem => {
  const own = { password: 'old_password', close: 'password' }[form ?? '']
  return problem.at === 'password' && own ? { ...problem, at: own } : problem
}

/** The endpoint of each form's verb: who may not call it may not send the form. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  name: 'changeMe',
  brake: 'changeMe',
  email: 'changeEmail',
  verify: 'askForEmailVerification',
  password: 'changePassword',
  end_session: 'endSession',
  end_others: 'endOtherSessions',
  notices: 'changeNotices',
  export: 'createExport',
  close: 'closeAccount',
}

async function change(ctx: Context, c: Call, viewer: Person, { do: what, ...fields }: Record<string, string>): Promise<Response> {
  const done = (says: string) => goSaying(ctx, c, SETTINGS, { says })
  if (what !== undefined && Object.hasOwn(ENDPOINTS, what)) requireAccess(ctx.endpoints.get(ENDPOINTS[what]!)!, viewer)
  switch (what) {
    case 'name': {
      const { name } = validate(ChangeAccount.required({ name: true }), filled({ name: fields['name'] ?? '' }))
      await inTransaction(ctx, (tx) => accounts.changeAccount(tx, viewer, { name }))
      return done('Your name is changed.')
    }
    case 'time_zone': {
      const zone = await inTransaction(ctx, (tx) => setTimeZone(tx, viewer, fields['time_zone'] ?? ''))
      return done(`Your mails tell the hours of ${zone} from now on.`)
    }
    case 'email': {
      const input = validate(ChangeEmail, filled({ email: fields['email'] ?? '' }))
      requireProof(viewer, ctx.now())
      await inTransaction(ctx, (tx) => wantAddress(tx, viewer, input.email))
      return done(`A mail is on its way to ${input.email}. The address is yours here once you use the link in it.`)
    }
    case 'verify': {
      const email = await inTransaction(ctx, (tx) => askAgain(tx, viewer))
      return done(`A mail is on its way to ${email}.`)
    }
    case 'password': {
      const input = validate(ChangePassword, filled({ password: fields['old_password'] ?? '', new_password: fields['new_password'] ?? '' }))
      await checkOldPassword(ctx, viewer, input.password)
      const passwordHash = await hashChosenBy(ctx, viewer.accountId, input.new_password, 'new_password')
      await inTransaction(ctx, (tx) => changePassword(tx, viewer, passwordHash))
      return done('Your password is changed, and every other browser is signed out.')
    }
    case 'end_session':
      requireProof(viewer, ctx.now())
      await endSession(ctx, viewer, fields['session'] ?? '')
      return done('Signed out there.')
    case 'end_others': {
      requireProof(viewer, ctx.now())
      const ended = await endSessions(ctx, viewer.accountId, viewer.sessionToken!)
      return done(ended === 0 ? 'You are signed in nowhere else.' : `Signed out on ${counted(ended, 'other browser')}.`)
    }
    case 'brake': {
      const brake = fields['brake'] === 'true'
      await inTransaction(ctx, (tx) => accounts.changeAccount(tx, viewer, { brake }))
      return done(brake ? 'Stopped: no helper and no agent key of yours does anything now.' : 'Helpers and agent keys work again.')
    }
    case 'notices': {
      const wanted = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, fields[kind] === 'true']))
      await inTransaction(ctx, (tx) => notices.changeSwitches(tx, viewer, wanted))
      return done('Saved what you are told by mail.')
    }
    case 'push': {
      const input = validate(Subscribe, { endpoint: fields['endpoint'], p256dh: fields['p256dh'], auth: fields['auth'] })
      await inTransaction(ctx, (tx) => subscribe(tx, viewer, input))
      return done('This browser is told from now on, until you sign out here.')
    }
    case 'push_end':
      await inTransaction(ctx, (tx) => unsubscribe(tx, viewer, fields['subscription'] ?? ''))
      return done('That browser is told nothing more.')
    case 'theme':
      return goTo(c, SETTINGS, 303, { 'Set-Cookie': themeCookie(ctx, fields['theme']) })
    case 'keys': {
      const on = fields['keys'] === 'true'
      return goTo(c, SETTINGS, 303, { 'Set-Cookie': singleKeysCookie(ctx, on) })
    }
    case 'export':
      await inTransaction(ctx, (tx) => exports.startExport(tx, viewer))
      return done('Your archive is being put together. Load this page again in a moment.')
    case 'close':
      return close(ctx, c, viewer, fields)
    default:
      return goTo(c, SETTINGS)
  }
}

/** For good: with the words typed and the password, as nothing brings it back. */
async function close(ctx: Context, c: Call, viewer: Person, { words = '', password = '' }: Record<string, string>): Promise<Response> {
  if (words.trim().toLowerCase() !== CLOSE_WORDS) throw invalid('words', `Type “${CLOSE_WORDS}” to close it for good.`)
  const input = validate(CloseAccount, filled({ password }))
  await beforeClosing(ctx, viewer, input.password)
  await inTransaction(ctx, (tx) => closeAccount(tx, viewer))
  return goTo(c, '/', 303, { 'Set-Cookie': sessionCookie(ctx, '', 0) })
}
