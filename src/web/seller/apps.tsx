import { Badge, Button, ButtonLink, Empty, Facts, Field, Form, Section, Snippet, Table, TextArea, Time } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { api, type PageRequest, call, fieldAt, type Fields, type Outcome, page, sendApp, type SentForm } from '#web/framework/page/index.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'
import { Corners } from './developers.tsx'

const PATH = '/app/developers/apps'
const pathOf = (id: string): string => `${PATH}/${id}`

/** `/app/developers/apps` lists the OAuth apps that the user registered. */
export const appsPage = page({ path: PATH, name: 'apps', ofAccount: true, form: make, show: sendAll })
/** An app, with its number of users and its requested scopes. */
export const ownAppPage = page({
  path: `${PATH}/:id`,
  name: 'app',
  ofAccount: true,
  load: ({ ctx, c, viewer }) => call(ctx, viewer, api.getApp, { params: { id: c.req.param('id')! } }),
  form: change,
  show: sendOne,
})

type Detail = AnswerOf<typeof api.getApp>

const addressesIn = ({ redirect_uris = '' }: Fields): string[] => redirect_uris.split(/\s+/).filter((uri) => uri !== '')

async function make({ ctx, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { id } = await call(ctx, viewer, api.createApp, { body: { name: fields.name ?? '', redirect_uris: addressesIn(fields) } })
  return { to: pathOf(id), message: 'App created. You can find its client_id below.' }
}

async function change({ ctx, c, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const params = { id: c.req.param('id')! }
  if (fields.do === 'delete') {
    await call(ctx, viewer, api.deleteApp, { params })
    return { to: PATH, message: 'App deleted. It no longer has access to any account.' }
  }
  await call(ctx, viewer, api.changeApp, { params, body: { name: fields.name ?? '', redirect_uris: addressesIn(fields) } })
  return { to: pathOf(params.id), message: 'Saved.' }
}

async function sendAll(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const { data } = await call(ctx, viewer, api.listApps)
  return sendApp(at, {
    current: 'developers',
    title: 'Apps',
    intro: 'Your apps can act for people who give permission, so no one has to copy a key.',
    atFields: ['name', 'redirect_uris'],
    actions: <ButtonLink href="/docs/oauth" label="How it works" />,
    children: (
      <div class="stack">
        <Corners at={PATH} />
        {data.length === 0 ? (
          <Empty icon="code" title="No apps yet">
            <p>Register an app below. You will see its requests and webhooks, but not the people who use it.</p>
          </Empty>
        ) : (
          <Table caption="Your apps" columns={['App', { label: 'People', number: true }, { label: 'Last used', minor: true }]}>
            {data.map((app) => (
              <tr>
                <th scope="row">
                  <a href={pathOf(app.id)}>{app.name}</a>
                </th>
                <td class="number">{app.people}</td>
                <td>
                  <Time at={app.last_used_at} now={ctx.now()} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Section id="make-title" title="New app" className="panel">
          <AppForm at={at} action={PATH} button="Register app" />
        </Section>
      </div>
    ),
  })
}

async function sendOne(at: PageRequest, app: Detail): Promise<Response> {
  const { ctx, viewer } = at
  return sendApp(at, {
    current: 'developers',
    title: app.name,
    intro: `${counted(app.people, 'person allows', 'people allow')} this app to act for them.`,
    atFields: ['name', 'redirect_uris'],
    children: (
      <div class="stack">
        <Corners at={PATH} />
        <Facts
          caption="The app"
          rows={[
            ['client_id', <code>{app.id}</code>],
            ['Created', <Time at={app.created_at} now={ctx.now()} />],
          ]}
        />
        <Snippet language="text" text={`${ctx.config.programsUrl}/.well-known/oauth-authorization-server`} />
        <Requests app={app} now={ctx.now()} />
        <Webhooks app={app} now={ctx.now()} />
        <Section id="change-title" title="Settings" className="panel">
          <AppForm at={at} app={app} action={pathOf(app.id)} button="Save" />
        </Section>
        <Form class="form wide" action={pathOf(app.id)} viewer={viewer} careful label="Delete app">
          <p>Deleting the app immediately ends all its access to accounts. You cannot undo this.</p>
          <Button do="delete" label="Delete the app" />
        </Form>
      </div>
    ),
  })
}

type FormProps = { at: PageRequest; app?: Detail; action: string; button: string }

const AppForm = ({ at, app, action, button }: FormProps) => (
  <Form action={action} viewer={at.viewer} class="form wide">
    <Field
      label="Name"
      required
      maxlength={60}
      {...fieldAt(at, 'name', app?.name ?? '')}
      hint="People see this name when they allow the app access."
    />
    <TextArea
      {...fieldAt(at, 'redirect_uris', app?.redirect_uris.join('\n'))}
      label="Redirect addresses"
      rows={3}
      hint="One per line: https, or http on your own machine. If you remove an address, all the app’s access ends immediately."
    />
    <Button kind="dark" label={button} />
  </Form>
)

const Requests = ({ app: { requests }, now }: { app: Detail; now: Date }) => (
  <Section id="requests-title" title="Recent requests">
    {requests.length === 0 ? (
      <p class="quiet">No requests in the last 30 days. New requests will appear here after a moment.</p>
    ) : (
      <Table caption="Recent requests" columns={['When', 'Operation', 'Response', { label: 'ms', number: true, minor: true }]}>
        {requests.map(({ operation, status, error, ms, created_at }) => (
          <tr>
            <td>
              <Time at={created_at} now={now} />
            </td>
            <td>
              <code>{operation}</code>
            </td>
            <td>
              <Badge means={status < 400 ? 'ok' : 'bad'}>{status}</Badge> {error ?? ''}
            </td>
            <td class="number">{ms}</td>
          </tr>
        ))}
      </Table>
    )}
  </Section>
)

const Webhooks = ({ app: { webhooks }, now }: { app: Detail; now: Date }) => (
  <Section id="webhooks-title" title="The app’s webhooks">
    {webhooks.length === 0 ? (
      <p class="quiet">No webhooks yet. An app with the scope “webhooks” can choose where a person’s events are sent.</p>
    ) : (
      <Table caption="The app’s webhooks" columns={['Address', 'Status', 'Last attempt']}>
        {webhooks.map(({ url, enabled, last_delivery: last }) => (
          <tr>
            <td>{url}</td>
            <td>{enabled ? <Badge means="ok">On</Badge> : <Badge means="bad">Off</Badge>}</td>
            <td>
              {last === null ? (
                'None yet'
              ) : (
                <>
                  {last.status === 0 ? '' : last.status} {last.error ?? ''} <Time at={last.at} now={now} />
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Section>
)
