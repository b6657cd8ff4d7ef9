import { inTransaction, type Context, type Person } from '#context.ts'
import { NOTICE_KINDS } from '#domain/notices.ts'
import { checkPassword, closeAccount } from '#features/accounts/closing.ts'
import { sessionCookie } from '#features/accounts/routes.ts'
import { ChangeAccount, CloseAccount } from '#features/accounts/schema.ts'
import * as accounts from '#features/accounts/service.ts'
import { presentExport } from '#features/exports/present.ts'
import * as exports from '#features/exports/service.ts'
import { presentNotices } from '#features/notices/present.ts'
import * as notices from '#features/notices/service.ts'
import { invalid } from '#lib/errors.ts'
import { validate } from '#lib/http/validate.ts'
import { goTo, type Call } from '#web/answer.ts'
import { singleKeys, singleKeysCookie } from '#web/single-keys.ts'
import { themeCookie, themeOf } from '#web/theme.ts'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { filled, problemOf, type Problem } from './problem.ts'
import { CLOSE_WORDS, SettingsPage } from './settings-page.tsx'

const SETTINGS = '/you/settings'

/** Name, mails, looks, the brake, one's data, and the way out. */
export const sendSettings =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer, {})

async function send(ctx: Context, c: Call, viewer: Person, typed: Record<string, string>, problem?: Problem): Promise<Response> {
  const [{ account }, off, { rows }] = await Promise.all([
    accounts.readAccount(ctx, viewer.accountId),
    notices.listSwitches(ctx, viewer),
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
      switches={presentNotices(off).switches}
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
      return send(ctx, c, viewer, fields, problemOf(error))
    }
  }

async function change(ctx: Context, c: Call, viewer: Person, { do: what, ...fields }: Record<string, string>): Promise<Response> {
  const done = (says: string) => goSaying(ctx, c, SETTINGS, { says })
  switch (what) {
    case 'name': {
      const { name } = validate(ChangeAccount.required({ name: true }), filled({ name: fields['name'] ?? '' }))
      await inTransaction(ctx, (tx) => accounts.changeAccount(tx, viewer, { name }))
      return done('Your name is changed.')
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
  await checkPassword(ctx, viewer, input.password)
  await inTransaction(ctx, (tx) => closeAccount(tx, viewer))
  return goTo(c, '/', 303, { 'Set-Cookie': sessionCookie(ctx, '', 0) })
}
