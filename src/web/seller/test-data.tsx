import { SANDBOX_ROLES, type SandboxRole } from '#core/tenant.ts'
import { showTestData } from '#identity/test-mode/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { suspended } from '#platform/http/run.ts'
import { ownPath } from '#web/framework/session.ts'
import { pathAfterSwitch, TEST_DATA_PATH, TEST_ROLE_LABELS } from '#web/framework/test-band.tsx'
import { Button, ButtonLink, Facts, Field, Form, Timestamp, Notice, Section, Select } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { api, call, fieldAt, page, sendApp, type PageRequest, type Fields, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { inOneTransaction } from '#platform/http/call.ts'
import { Corners } from './developers.tsx'

const RESET_PATH = `${TEST_DATA_PATH}/reset`

/** `/app/developers/test-data` contains the switch to test mode, and the test clock. */
export const testDataPage = page({ path: TEST_DATA_PATH, name: 'test data', evenSuspended: true, form: act, show: send })
/** Page with the reset button, and a list of the test data that a reset deletes. */
export const resetPage = page({ path: RESET_PATH, name: 'test reset', form: reset, show: sendReset })

const UNITS = {
  hours: { label: 'Hours', seconds: 3_600 },
  days: { label: 'Days', seconds: 86_400 },
} as const

async function act(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  if (fields.show !== undefined) return show(at, fields)
  const { ctx, viewer } = at
  const unit = UNITS[fields.unit === 'hours' ? 'hours' : 'days']
  const amount = Number(fields.amount)
  if (!(fields.amount ?? '').trim() || !Number.isFinite(amount) || amount < 0) throw invalid('amount', 'amount must be 0 or more.')
  await call(ctx, viewer, api.advanceSandbox, { body: { advance_seconds: Math.round(amount * unit.seconds) } })
  return { to: TEST_DATA_PATH, message: 'Test clock moved forward. Everything that is now due will happen within seconds.' }
}

/** Switches between live and test mode, and redirects to the matching page. Every page of an account contains the form. */
async function show({ ctx, viewer, c }: PageRequest, fields: Fields): Promise<Outcome> {
  const to = fields.show === 'own' ? fields.show : SANDBOX_ROLES.find((role) => role === fields.show)
  if (to === undefined) throw invalid('show', 'show must be own, seller or buyer.')
  if (to !== 'own' && viewer.isSuspended) throw suspended()
  await inOneTransaction(ctx, (tx) => showTestData(tx, viewer, to === 'own' ? null : to))
  const from = ownPath(fields.return ?? refererOf(c.req.header('Referer'), ctx.config.publicUrl) ?? '/app')
  return { to: pathAfterSwitch(from, to, { whole: fields.whole !== undefined }), message: messageOf(to) }
}

const messageOf = (to: SandboxRole | 'own'): string =>
  to === 'own'
    ? 'You are back in the live market. Everything here is real.'
    : `You are now viewing your test data as ${TEST_ROLE_LABELS[to]}. It involves no real money or items.`

/** Returns the path of the page that contains the form, or undefined if the browser sends no referrer. */
const refererOf = (referer: string | undefined, publicUrl: string): string | undefined =>
  referer?.startsWith(`${publicUrl}/`) ? referer.slice(publicUrl.length) : undefined

async function send(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const { accounts, ahead_seconds: ahead } = await call(ctx, viewer, api.getSandbox)
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['GET /sandbox', ['POST /sandbox/clock', { advance_seconds: 86_400 }]],
    title: 'Test data',
    intro: 'A private test market, where you can try everything as both seller and buyer.',
    atFields: ['amount'],
    actions: <ButtonLink href="/docs/sandbox" label="How it works" />,
    children: (
      <div class="stack">
        <Corners at={TEST_DATA_PATH} />
        <Section id="switch-title" title="Current view" className="panel">
          <p>
            {viewer.testRole === undefined
              ? 'You are viewing the live market. What you do here is real.'
              : `You are viewing your test data as ${TEST_ROLE_LABELS[viewer.testRole]}, on every page, until you leave test mode or sign out.`}
          </p>
          <Switches at={at} />
        </Section>
        {accounts.length === 0 ? null : <Clock at={at} ahead={ahead} />}
      </div>
    ),
  })
}

const SWITCHES = { own: 'Leave test mode', seller: 'Switch to the test seller', buyer: 'Switch to the test buyer' } as const

const Switches = ({ at: { viewer } }: { at: PageRequest }) => (
  <Form action={TEST_DATA_PATH} viewer={viewer} returnTo={TEST_DATA_PATH} class="actions" label="Current view">
    {(['seller', 'buyer', 'own'] as const)
      .filter((one) => one !== (viewer.testRole ?? 'own'))
      .map((one) => (
        <Button name="show" value={one} label={SWITCHES[one]} />
      ))}
  </Form>
)

const Clock = ({ at, ahead }: { at: PageRequest; ahead: number }) => (
  <Section id="clock-title" title="Test clock" className="panel">
    <Facts
      caption="Test clock"
      rows={[
        ['Test time', <Timestamp at={new Date(at.ctx.now().getTime() + ahead * 1_000)} />],
        ['Moved forward', ahead === 0 ? 'Not yet' : spanText(ahead)],
      ]}
    />
    <p>
      When you move the clock forward, your test data ages by that amount of time: an offer expires, a parcel counts as arrived, a payout is
      sent. The pages show the real time, so the dates in your test data move back.
    </p>
    <Form action={TEST_DATA_PATH} viewer={at.viewer} class="form wide" label="Move the test clock forward">
      <Field {...fieldAt(at, 'amount')} label="Forward by" type="number" min={0} required value={at.typed.amount ?? '1'} />
      <Select
        name="unit"
        label="Unit"
        value={at.typed.unit ?? 'days'}
        choices={Object.entries(UNITS).map(([value, { label }]) => ({ value, label }))}
      />
      <Button kind="dark" icon="clock" label="Move clock forward" />
    </Form>
    <p>
      <a href={RESET_PATH}>Reset test data</a>
    </p>
  </Section>
)

/** Formats a duration as `15 days and 3 hours`, or in minutes if it is less than an hour. */
function spanText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const parts = [counted(days, 'day'), counted(hours, 'hour'), counted(minutes, 'minute')].filter((part) => !part.startsWith('0 '))
  return parts.length === 0 ? 'less than a minute' : parts.join(', ')
}

async function reset({ ctx, viewer }: PageRequest): Promise<Outcome> {
  await call(ctx, viewer, api.resetSandbox)
  return { to: TEST_DATA_PATH, message: 'Test data reset. The test clock now shows the real time.' }
}

async function sendReset(at: PageRequest): Promise<Response> {
  const { viewer } = at
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['POST /sandbox/reset'],
    title: 'Reset test data',
    children: (
      <div class="stack">
        <Corners at={TEST_DATA_PATH} />
        <Notice means="warn">
          <strong>This cannot be undone.</strong>
          <p>The live market is not affected.</p>
        </Notice>
        <p>
          This permanently deletes your test shops, your listings with their photos, offers, holds, orders and payments, messages, reviews,
          likes, saved searches, approvals, events and the log of webhook deliveries.
        </p>
        <p>
          Your two test accounts, test keys, test webhooks and request log are not deleted. The test clock will show the real time again.
        </p>
        <Form action={RESET_PATH} viewer={viewer} class="actions" careful label="Reset test data">
          <Button kind="bad" label="Reset test data" />
          <ButtonLink href={TEST_DATA_PATH} label="Cancel" />
        </Form>
      </div>
    ),
  })
}
