import { Moment } from '#web/components/time.tsx'
import type { Context, Person } from '#platform/context.ts'
import type { presentApproval } from '#people/approvals/present.ts'
import type { Detail } from '#market/browse/index.ts'
import type { Change } from './app/preview.ts'
import { actionWords } from './agent-words.ts'
import { Badge, Notice } from './components/badge.tsx'
import { Button } from './components/button.tsx'
import { Field } from './components/field.tsx'
import { Form } from './components/form.tsx'
import { PasskeyForm } from './components/passkey.tsx'
import { Snippet } from './components/snippet.tsx'
import { Facts, Table } from './components/table.tsx'
import { Layout } from './layouts/public.tsx'
import { Item } from './pages/listing.tsx'
import { dollarsText } from './words.ts'

type SignInProps = { ctx: Context; returnTo: string; email?: string; problem?: string }

export const SignInPage = ({ ctx, returnTo, email, problem }: SignInProps) => (
  <Layout site={ctx.config} title="Sign in · resale">
    <div class="plain">
      <h1>Sign in</h1>
      {problem ? (
        <Notice means="bad" alert>
          {problem}
        </Notice>
      ) : null}
      <Form class="form" action="/sign-in" returnTo={returnTo}>
        <Field name="email" label="Email" type="email" autocomplete="username" required value={email} />
        <Field name="password" label="Password" type="password" autocomplete="current-password" required />
        <Button kind="dark">Sign in</Button>
      </Form>
      <PasskeyForm action="/sign-in/passkey" options="/sessions/passkey-options" returnTo={returnTo} words="Sign in with a passkey" />
      <p>
        <a href={`/forgot?return=${encodeURIComponent(returnTo)}`}>Forgot your password, or sign in by mail?</a>
      </p>
      <p>
        New here? <a href={`/sign-up?return=${encodeURIComponent(returnTo)}`}>Open an account</a>
      </p>
    </div>
  </Layout>
)

/** A listing as its owner previews it, in any state. */
export const PreviewPage = ({ ctx, viewer, detail }: { ctx: Context; viewer: Person; detail: Detail }) => (
  <Layout site={ctx.config} viewer={viewer} tone={detail.listing.shop_tone} title={`${detail.listing.title ?? 'Draft'} · preview`}>
    <p class="crumbs">
      <Badge means="info" icon="lock">
        Only you see this: it is {STATUS_WORDS[detail.listing.status]}
      </Badge>
    </p>
    <Item ctx={ctx} detail={detail} />
  </Layout>
)

const STATUS_WORDS = { draft: 'a draft', live: 'live', sold: 'sold' } as const

export type ShownApproval = ReturnType<typeof presentApproval>

type ApprovalProps = {
  ctx: Context
  viewer: Person
  approval: ShownApproval
  request: unknown
  changes: readonly Change[]
  problem?: string
}

/** What an agent wants to do, for its owner to allow or refuse. */
export const ApprovalPage = ({ ctx, viewer, approval, request, changes, problem }: ApprovalProps) => (
  <Layout site={ctx.config} viewer={viewer} title="Approval · resale">
    <div class="plain">
      <h1>
        {approval.status === 'pending'
          ? `“${approval.key.name}” wants to ${approval.actions.map(actionWords).join(', and to ')}`
          : OUTCOMES[approval.status]}
      </h1>
      {problem ? (
        <Notice means="bad" alert>
          {problem}
        </Notice>
      ) : null}
      <p class="lead">{approval.summary}</p>
      {approval.status === 'pending' ? (
        <p class="quiet">
          Your yes is for this as it was asked. If what it is about has changed since, nothing runs, and it has to be asked again.
        </p>
      ) : null}
      <Facts
        caption="What is asked"
        rows={[
          ['Key', approval.key.name],
          ...(approval.amount === null ? [] : [['Amount', dollarsText(approval.amount)] as const]),
          ['Asked', <Moment at={approval.created_at} />],
          [approval.status === 'pending' ? 'Runs out' : 'Ran out or would have', <Moment at={approval.expires_at} />],
        ]}
      />
      {changes.length > 0 ? (
        <>
          <h2>Before and after</h2>
          <Table caption="Before and after" columns={[{ label: 'What' }, { label: 'Now' }, { label: 'Then' }]}>
            {changes.map(({ what, now, after }) => (
              <tr>
                <th scope="row">{what}</th>
                <td>{now}</td>
                <td>
                  <strong>{after}</strong>
                </td>
              </tr>
            ))}
          </Table>
        </>
      ) : null}
      <h2>The request</h2>
      <Snippet language="json" text={JSON.stringify(request, null, 2)} />
      {approval.status === 'pending' ? (
        <Form class="actions" action={`/app/approvals/${approval.id}`} viewer={viewer}>
          <Button kind="dark" name="decision" value="approve">
            Approve once
          </Button>
          <Button name="decision" value="decline">
            Decline
          </Button>
        </Form>
      ) : null}
      {approval.result === null ? null : (
        <>
          <h2>What came of it</h2>
          <Snippet language="json" text={JSON.stringify(approval.result, null, 2)} />
        </>
      )}
    </div>
  </Layout>
)

const OUTCOMES = {
  approved: 'Approved, running now',
  done: 'Approved and done',
  failed: 'Approved, but it failed',
  declined: 'Declined',
  expired: 'Nobody answered in time',
} as const
