import type { Person, Core } from '#platform/context/index.ts'
import { actionMeans, ASK_FIRST } from '#core/effects.ts'
import { SCOPES } from '#core/scopes.ts'
import {
  Badge,
  Button,
  Check,
  Choices,
  Empty,
  Field,
  Form,
  Notice,
  QuotedName,
  Section,
  Select,
  Snippet,
  Table,
  Time,
} from '#web/ui/index.ts'
import { actionLabel } from '#web/framework/agent-copy.ts'
import { counted, upperFirst } from '#web/framework/format.ts'
import {
  api,
  call,
  fieldAt,
  page,
  problemAt,
  sendApp,
  tried,
  type PageRequest,
  type Outcome,
  type SentForm,
} from '#web/framework/page/index.ts'
import { Corners } from './developers.tsx'
import { dollarsText, type Key, type NewKey } from '#web/framework/page/records.ts'
import { Caps } from '#web/framework/page/caps.tsx'

const PATH = '/app/developers/keys'

/** `/app/developers/keys` creates API keys from presets, shows each new key once, and revokes keys. */
export const keysPage = page({
  path: PATH,
  name: 'keys',
  form: act,
  show: (at) => send(at, {}),
})

const PRESETS = {
  read: { label: 'Read only: can read everything, but change nothing', kind: 'api', scopes: ['read'] },
  listings: { label: 'Listing bot: can create and change listings', kind: 'api', scopes: ['read', 'listings'] },
  full: { label: 'Everything: for your own programs', kind: 'api', scopes: SCOPES },
  agent: {
    label:
      'Agent link: for an assistant. It asks you before it moves or commits money, deletes anything, lets a shop sell for less, or changes where events are sent. It can change prices and minimum prices without asking',
    kind: 'agent',
    scopes: SCOPES,
  },
  own: { label: 'Custom: select permissions below', kind: 'api', scopes: [] },
} as const satisfies Record<string, { label: string; kind: 'api' | 'agent'; scopes: readonly string[] }>

const TENANTS = {
  market: { label: 'In the live market', body: {} },
  seller: { label: 'In my test data, as the test seller', body: { livemode: false, test_account: 'seller' } },
  buyer: { label: 'In my test data, as the test buyer', body: { livemode: false, test_account: 'buyer' } },
} as const

const SCOPE_LABELS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  read: 'Read',
  shops: 'Edit shops',
  listings: 'Edit listings',
  messages: 'Answer messages',
  offers: 'Answer offers',
  orders: 'Ship, cancel, refund',
  buying: 'Buy, offer, like',
  webhooks: 'Edit the webhook',
}

async function act(at: PageRequest, { fields, all }: SentForm): Promise<Outcome> {
  const { ctx, viewer } = at
  if (fields.do === 'revoke') {
    await call(ctx, viewer, api.revokeKey, { params: { id: fields.id ?? '' } })
    return { to: PATH, message: 'Key revoked. It can no longer be used.' }
  }
  const preset = Object.hasOwn(PRESETS, fields.preset ?? '') ? PRESETS[fields.preset as keyof typeof PRESETS] : PRESETS.read
  const scopes = preset === PRESETS.own ? all('scopes') : [...preset.scopes]
  const approvals = preset.kind === 'agent' && all('ask_first').length === 0 ? {} : { ask_first: all('ask_first') }
  const days = Number(fields.days)
  const ends = DAYS.some(({ value }) => value !== '' && Number(value) === days) ? { expires_at: inDays(ctx, days) } : {}
  const body = {
    name: fields.name ?? '',
    kind: preset.kind,
    scopes,
    max_offer: fields.max_offer ?? '',
    max_day: fields.max_day ?? '',
    ...approvals,
    ...ends,
    ...TENANTS[tenantIn(fields, viewer)].body,
  }
  const made = await tried(() => call(ctx, viewer, api.createKey, { body }))
  if ('done' in made) return send(at, { made: made.done })
  return send({ ...at, typed: fields, problem: made.problem }, { scopes: all('scopes'), approvals: all('ask_first') })
}

/** In test mode, the user can create only test keys. */
const tenantsFor = ({ testRole }: Person): readonly (keyof typeof TENANTS)[] =>
  testRole ? ['seller', 'buyer'] : ['market', 'seller', 'buyer']

const tenantIn = ({ tenant }: Readonly<Record<string, string>>, viewer: Person): keyof typeof TENANTS =>
  tenantsFor(viewer).find((one) => one === tenant) ?? viewer.testRole ?? 'market'

const DAYS = [
  { value: '', label: 'Never (agent links: after 90 days)' },
  { value: '7', label: 'After a week' },
  { value: '30', label: 'After 30 days' },
  { value: '365', label: 'After a year' },
]

const capital = (text: string): string => upperFirst(text.replaceAll('`', ''))

const inDays = (ctx: Core, days: number): string => new Date(ctx.now().getTime() + days * 86_400_000).toISOString()

type KeyForm = { scopes?: readonly string[]; approvals?: readonly string[]; made?: NewKey }

async function send(at: PageRequest, { scopes = [], approvals = [], made }: KeyForm): Promise<Response> {
  const { ctx, viewer, typed: fields, problem } = at
  const { data } = await call(ctx, viewer, api.listKeys)
  const chosen = fields.preset ?? 'read'
  return sendApp(at, {
    current: 'developers',
    apiCalls: ['GET /me'],
    title: 'Keys',
    intro: 'Anyone who has a key can act as you, within the key’s permissions.',
    atFields: ['name', 'max_offer', 'max_day', 'scopes', 'ask_first'],
    children: (
      <div class="stack">
        <Corners at={PATH} />
        {made ? <Secret made={made} /> : null}
        {data.length === 0 ? (
          <Empty icon="key" title="No keys yet">
            <p>Create one below.</p>
          </Empty>
        ) : (
          <>
            <Keys caption="Market keys" keys={data.filter((key) => key.livemode)} viewer={viewer} now={ctx.now()} />
            <Keys caption="Test keys" keys={data.filter((key) => !key.livemode)} viewer={viewer} now={ctx.now()} />
          </>
        )}
        <Section id="make-title" title="New key" className="panel">
          <Form action={PATH} viewer={viewer} class="form wide">
            <Field {...fieldAt(at, 'name')} label="Name" required maxlength={60} hint="For example, the program that uses the key." />
            <Choices name="preset" label="Permissions">
              {Object.entries(PRESETS).map(([value, { label }]) => (
                <Check type="radio" name="preset" value={value} label={label} checked={value === chosen} />
              ))}
            </Choices>
            <Choices
              name="tenant"
              label="Where the key works"
              hint="A test key can see and change only your test data, which involves no real money or items."
            >
              {tenantsFor(viewer).map((value) => (
                <Check type="radio" name="tenant" value={value} label={TENANTS[value].label} checked={value === tenantIn(fields, viewer)} />
              ))}
            </Choices>
            <Choices name="scopes" label="Custom permissions" problem={problemAt(problem, 'scopes')}>
              {SCOPES.map((scope) => (
                <Check name="scopes" value={scope} label={SCOPE_LABELS[scope]} checked={scopes.includes(scope)} />
              ))}
            </Choices>
            <Choices
              name="ask_first"
              label="Ask me first"
              hint="These actions need your approval each time. If you select none, an agent link asks before it moves or commits money, deletes anything, lets a shop sell for less, or changes where events are sent. If you select any, an agent link asks only before those actions."
              problem={problemAt(problem, 'ask_first')}
            >
              {ASK_FIRST.map((action) => (
                <Check name="ask_first" value={action} label={capital(actionMeans(action))} checked={approvals.includes(action)} />
              ))}
            </Choices>
            <Select name="days" label="Expires" value={fields.days ?? ''} choices={DAYS} />
            <Caps at={at} />
            <Button kind="dark" label="Create key" />
          </Form>
        </Section>
      </div>
    ),
  })
}

/** Shows the new key only once, because the database stores only its hash. */
const Secret = ({ made: { name, secret, link } }: { made: NewKey }) => (
  <div class="panel" role="status">
    <Notice means="ok">
      <QuotedName of={name} /> is ready. Copy it now: we show it only once.
    </Notice>
    <div id="secret">
      <Snippet text={link ?? secret} />
    </div>
    <p class="small quiet">
      {link ? 'Give this link to your assistant. It opens a page with all the instructions.' : 'Add this line to an .env file:'}
    </p>
    {link ? null : <Snippet text={`RESALE_KEY=${secret}`} />}
  </div>
)

type KeysProps = { caption: string; keys: readonly Key[]; viewer: Person; now: Date }

const Keys = ({ caption, keys, viewer, now }: KeysProps) =>
  keys.length === 0 ? null : (
    <Table caption={caption} columns={['Name', 'Permissions', { label: 'Last used', minor: true }, 'Revoke']}>
      {keys.map(({ id, name, kind, test_account, last4, scopes, ask_first, max_offer, max_day, last_used_at, revoked_at }) => (
        <tr>
          <th scope="row">
            {name} {kind === 'agent' ? <Badge icon="link">Agent</Badge> : null}{' '}
            {test_account === null ? null : <Badge means="warn">Test {test_account}</Badge>}
            <p class="small quiet">
              ends in <code>{last4}</code>
            </p>
          </th>
          <td>
            {scopes.length === SCOPES.length ? 'everything' : scopes.join(', ')}
            {max_offer === null ? null : <p class="small quiet">at most {dollarsText(max_offer)} per purchase or offer</p>}
            {max_day === null ? null : <p class="small quiet">at most {dollarsText(max_day)} in 24 hours</p>}
            {ask_first.length === 0 ? null : (
              <details class="small quiet">
                <summary>asks first for {counted(ask_first.length, 'action')}</summary>
                {ask_first.map(actionLabel).join(', ')}
              </details>
            )}
          </td>
          <td>{last_used_at ? <Time at={last_used_at} now={now} /> : 'never'}</td>
          <td>
            {revoked_at ? (
              'revoked'
            ) : (
              <Form action={PATH} viewer={viewer} label={`Revoke ${name}`} with={{ id }}>
                <Button kind="bad" small do="revoke" label="Revoke" />
              </Form>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
