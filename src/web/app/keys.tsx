import type { Context, Person } from '#context.ts'
import { SCOPES } from '#domain/scopes.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge, Empty, Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Check, Choices, Field } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/time.tsx'
import { call, problemAt, tried, type List, type Problem } from './calling.ts'
import { Corners } from './developers.tsx'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Key, NewKey } from './records.ts'
import type { Taken } from './taking.ts'

const PATH = '/app/developers/keys'

/** `/app/developers/keys`: made from presets, shown once, revoked at once. */
export const mountKeys = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    PATH,
    'keys',
    (c, viewer) => send(ctx, c, viewer, {}),
    (c, taken) => act(ctx, c, taken),
  )

const PRESETS = {
  read: { label: 'Read only: looks at everything, changes nothing', kind: 'api', scopes: ['read'] },
  listings: { label: 'Listing bot: makes and changes listings', kind: 'api', scopes: ['read', 'listings'] },
  full: { label: 'Everything: for your own programs', kind: 'api', scopes: SCOPES },
  agent: {
    label: 'Agent link: a link for an assistant, which asks you before money moves or anything is deleted',
    kind: 'agent',
    scopes: SCOPES,
  },
  own: { label: 'My own choice, from the boxes below', kind: 'api', scopes: [] },
} as const satisfies Record<string, { label: string; kind: 'api' | 'agent'; scopes: readonly string[] }>

const SCOPE_WORDS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  read: 'Read',
  shops: 'Change shops',
  listings: 'Change listings',
  messages: 'Answer messages',
  offers: 'Answer offers',
  orders: 'Ship, cancel, pay back',
  buying: 'Buy, offer, like',
  webhooks: 'Change the webhook',
}

async function act(ctx: Context, c: Call, { viewer, fields, all }: Taken): Promise<Response> {
  if (fields.do === 'revoke') {
    const gone = await tried(() => call(ctx, viewer, 'revokeKey', { params: { id: fields.id ?? '' } }))
    return 'done' in gone ? doneAt(c, PATH, 'revoked') : send(ctx, c, viewer, { problem: gone.problem })
  }
  const preset = Object.hasOwn(PRESETS, fields.preset ?? '') ? PRESETS[fields.preset as keyof typeof PRESETS] : PRESETS.read
  const scopes = preset === PRESETS.own ? all('scopes') : [...preset.scopes]
  const body = { name: fields.name ?? '', kind: preset.kind, scopes, max_offer: fields.max_offer ?? '' }
  const made = await tried(() => call<NewKey>(ctx, viewer, 'createKey', { body }))
  return send(ctx, c, viewer, 'done' in made ? { made: made.done } : { fields, problem: made.problem, scopes: all('scopes') })
}

type Shown = { fields?: Record<string, string>; scopes?: readonly string[]; problem?: Problem; made?: NewKey }

async function send(ctx: Context, c: Call, viewer: Person, { fields = {}, scopes = [], problem, made }: Shown): Promise<Response> {
  const { data } = await call<List<Key>>(ctx, viewer, 'listKeys')
  const chosen = fields.preset ?? 'read'
  return sendAppPage(ctx, c, viewer, {
    current: 'developers',
    title: 'Keys',
    intro: 'Who holds a key acts as you, as far as the key goes.',
    problem,
    atFields: ['name', 'max_offer', 'scopes'],
    children: (
      <div class="stack">
        <Corners at={PATH} />
        {made ? <Secret made={made} /> : null}
        {data.length === 0 ? (
          <Empty icon="key" title="No keys yet">
            <p>Make one below, then copy, run, and see what comes back.</p>
          </Empty>
        ) : (
          <Keys keys={data} viewer={viewer} now={ctx.now()} />
        )}
        <section class="panel" aria-labelledby="make-title">
          <h2 id="make-title">Make a key</h2>
          <Form action={PATH} viewer={viewer} class="form wide">
            <Field
              name="name"
              label="Name"
              required
              maxlength={60}
              value={fields.name}
              problem={problemAt(problem, 'name')}
              hint="What it is for."
            />
            <Choices name="preset" label="What it may">
              {Object.entries(PRESETS).map(([value, { label }]) => (
                <Check type="radio" name="preset" value={value} label={label} checked={value === chosen} />
              ))}
            </Choices>
            <Choices name="scopes" label="For your own choice" problem={problemAt(problem, 'scopes')}>
              {SCOPES.map((scope) => (
                <Check name="scopes" value={scope} label={SCOPE_WORDS[scope]} checked={scopes.includes(scope)} />
              ))}
            </Choices>
            <Field
              name="max_offer"
              label="The most it may commit at once"
              inputmode="decimal"
              before="$"
              value={fields.max_offer}
              problem={problemAt(problem, 'max_offer')}
              hint="In one offer or purchase. Empty: no cap."
            />
            <Button kind="dark">Make the key</Button>
          </Form>
        </section>
      </div>
    ),
  })
}

/** Here and never again: only its hash is kept. */
const Secret = ({ made: { name, secret, link } }: { made: NewKey }) => (
  <div class="panel" role="status">
    <Notice means="ok">“{name}” is made. Copy it now: it is shown this once.</Notice>
    <pre tabindex={0} id="secret">
      {link ?? secret}
    </pre>
    <p class="small quiet">{link ? 'Hand this link to the assistant. It explains itself.' : 'As a line of an .env file:'}</p>
    {link ? null : <pre tabindex={0}>{`RESALE_KEY=${secret}`}</pre>}
  </div>
)

const Keys = ({ keys, viewer, now }: { keys: readonly Key[]; viewer: Person; now: Date }) => (
  <Table
    caption="Your keys"
    columns={[{ label: 'Name' }, { label: 'Ends in' }, { label: 'May' }, { label: 'Last used' }, { label: 'Revoke' }]}
  >
    {keys.map(({ id, name, kind, last4, scopes, last_used_at, revoked_at }) => (
      <tr>
        <th scope="row">
          {name} {kind === 'agent' ? <Badge icon="link">Agent</Badge> : null}
        </th>
        <td>
          <code>{last4}</code>
        </td>
        <td>{scopes.length === SCOPES.length ? 'everything' : scopes.join(', ')}</td>
        <td>{last_used_at ? <Time at={new Date(last_used_at)} now={now} /> : 'never'}</td>
        <td>
          {revoked_at ? (
            'revoked'
          ) : (
            <Form action={PATH} viewer={viewer} label={`Revoke ${name}`}>
              <input type="hidden" name="id" value={id} />
              <Button kind="bad" small name="do" value="revoke">
                Revoke
              </Button>
            </Form>
          )}
        </td>
      </tr>
    ))}
  </Table>
)
