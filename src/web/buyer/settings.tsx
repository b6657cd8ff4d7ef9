import { setTimeZone } from '#identity/sessions/index.ts'
import { sessionCookie } from '#identity/sessions/cookie/index.ts'
import { counted } from '#web/framework/format.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { NOTICE_KINDS, PUSH_KINDS } from '#messaging/notifications/rules.ts'
import { Subscribe, subscribe, unsubscribe } from '#identity/push/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo } from '#web/framework/answer.ts'
import { singleKeysCookie } from '#web/framework/single-keys.ts'
import { themeCookie } from '#web/framework/theme.ts'
import {
  api,
  filled,
  page,
  sendAccountPage,
  type PageRequest,
  type Fields,
  type Outcome,
  type Problem,
  type SentForm,
} from '#web/framework/page/index.ts'
import { CLOSE_PHRASE, readSettings, SettingsPage } from './settings-page.tsx'
import { call, inOneTransaction } from '#platform/http/call.ts'

const SETTINGS = '/you/settings'

/** Account settings, including a data export, a switch that pauses all helpers, and the form that closes the account. */
export const settingsPage = page({
  path: SETTINGS,
  name: 'your settings',
  ofAccount: true,
  evenSuspended: true,
  form: change,
  show: (at) => send(at.problem ? { ...at, problem: atField(at.typed['do'], at.problem) } : at),
})

/** Sends the settings page with an error from a form on that page that a different path handles. */
export const sendSettingsErrors = (at: PageRequest): Promise<Response> =>
  send({ ...at, typed: {}, problem: at.problem && { ...at.problem, param: null } })

const send = async (at: PageRequest): Promise<Response> =>
  sendAccountPage(at, { current: 'settings', title: 'Settings', children: <SettingsPage at={at} {...await readSettings(at)} /> })

/** Moves a password error to the password field of the submitted form, because the page has two password fields. */
const atField = (form: string | undefined, problem: Problem): Problem => {
  const own = { password: 'old_password', close: 'password' }[form ?? '']
  return problem.param === 'password' && own ? { ...problem, param: own } : problem
}

async function change(at: PageRequest, { fields: { do: what, ...fields } }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const action = what !== undefined && Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined
  if (action) return { to: SETTINGS, message: await action(ctx, viewer, fields) }
  if (what === 'theme') return goTo(c, SETTINGS, 303, { 'Set-Cookie': themeCookie(ctx, fields['theme']) })
  if (what === 'keys') return goTo(c, SETTINGS, 303, { 'Set-Cookie': singleKeysCookie(ctx, fields['keys'] === 'true') })
  return what === 'close' ? close(at, fields) : goTo(c, SETTINGS)
}

type SettingsAction = (ctx: Context, viewer: Person, fields: Fields) => Promise<string>

const ACTIONS: Readonly<Record<string, SettingsAction>> = {
  async name(ctx, viewer, { name = '' }) {
    if (name.trim() === '') throw invalid('name', 'name is required.')
    await call(ctx, viewer, api.changeMe, { body: { name } })
    return 'Name saved.'
  },
  async time_zone(ctx, viewer, { time_zone = '' }) {
    const zone = await inOneTransaction(ctx, (tx) => setTimeZone(tx, viewer, time_zone))
    return `Emails now use the time zone ${zone}.`
  },
  async email(ctx, viewer, { email = '' }) {
    const requested = await call(ctx, viewer, api.changeEmail, { body: filled({ email }) })
    return `We sent an email to ${requested.email}. Open the link in that email to change your address.`
  },
  async verify(ctx, viewer) {
    const { email } = await call(ctx, viewer, api.askForEmailVerification)
    return `We sent an email to ${email}.`
  },
  async password(ctx, viewer, { old_password = '', new_password = '' }) {
    await call(ctx, viewer, api.changePassword, { body: filled({ password: old_password, new_password }) })
    return 'Password changed. You have been signed out of all other browsers.'
  },
  async end_session(ctx, viewer, { session = '' }) {
    await call(ctx, viewer, api.endSession, { params: { id: session } })
    return 'Signed out of that browser.'
  },
  async end_others(ctx, viewer) {
    const { ended } = await call(ctx, viewer, api.endOtherSessions)
    return ended === 0 ? 'You are not signed in anywhere else.' : `Signed out on ${counted(ended, 'other browser')}.`
  },
  async brake(ctx, viewer, { brake }) {
    await call(ctx, viewer, api.changeMe, { body: { brake: brake === 'true' } })
    return brake === 'true'
      ? 'Automation paused. Your helpers and agent keys will not do anything until you resume.'
      : 'Automation resumed. Your helpers and agent keys work again.'
  },
  async notices(ctx, viewer, fields) {
    await call(ctx, viewer, api.changeNotices, { body: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, fields[kind] === 'true'])) })
    return 'Email settings saved.'
  },
  async push_notices(ctx, viewer, fields) {
    const push = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, fields[`push_${kind}`] === 'true']))
    await call(ctx, viewer, api.changeNotices, { body: { push } })
    return 'Browser notifications saved.'
  },
  async push(ctx, viewer, { endpoint, p256dh, auth }) {
    await inOneTransaction(ctx, (tx) => subscribe(tx, viewer, validate(Subscribe, { endpoint, p256dh, auth })))
    return 'Notifications are on in this browser until you sign out here.'
  },
  async push_end(ctx, viewer, { subscription = '' }) {
    await inOneTransaction(ctx, (tx) => unsubscribe(tx, viewer, subscription))
    return 'Notifications are off in that browser.'
  },
  async export(ctx, viewer) {
    await call(ctx, viewer, api.createExport)
    return 'We are creating your archive. Reload this page in a moment.'
  },
}

/** Requires a typed phrase and the password, because closing an account cannot be undone. */
async function close({ ctx, c, viewer }: PageRequest, { words = '', password = '' }: Fields): Promise<Response> {
  if (words.trim().toLowerCase() !== CLOSE_PHRASE) throw invalid('words', `Type “${CLOSE_PHRASE}” to close your account.`)
  if (password === '') throw invalid('password', 'password is required.')
  await call(ctx, viewer, api.closeAccount, { body: { password } })
  return goTo(c, '/', 303, { 'Set-Cookie': sessionCookie(ctx, '', 0) })
}
