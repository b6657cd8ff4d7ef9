import type { Context, Person } from '#platform/context/index.ts'
import { readPresentedApproval } from '#identity/approvals/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { actionLabel } from '#web/framework/agent-copy.ts'
import { goTo, sendPage } from '#web/framework/answer.ts'
import { dollarsText } from '#web/framework/format.ts'
import { Button, Facts, Form, Timestamp, Name, Notice, QuotedName, Sentence, Snippet, Table } from '#web/ui/index.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { api, call, page } from '#web/framework/page/index.ts'
import { changesOf, type Change } from './preview.ts'
import { siteOf } from '#web/framework/site.ts'

/** Page for an agent's request, which the owner approves or declines. The buttons call the API actions. */
export const approvalPage = page({
  path: '/app/approvals/:id',
  name: 'approval',
  async form({ ctx, c, viewer }, { fields: { decision } }) {
    const params = { id: c.req.param('id')! }
    if (decision === 'approve') await call(ctx, viewer, api.approve, { params })
    else if (decision === 'decline') await call(ctx, viewer, api.decline, { params })
    else throw invalid('decision', 'decision must be approve or decline.')
    return goTo(c, `/app/approvals/${encodeURIComponent(params.id)}`)
  },
  async show({ ctx, c, viewer, problem }) {
    const { approval, request } = await readPresentedApproval(ctx, viewer, c.req.param('id')!)
    const changes = approval.status === 'pending' ? await changesOf(ctx, viewer, request) : []
    const markup = (
      <ApprovalPage ctx={ctx} viewer={viewer} approval={approval} changes={changes} request={request} problem={problem?.message} />
    )
    return sendPage(ctx, c, markup, { status: problem?.status ?? 200 })
  },
})

type ShownApproval = Awaited<ReturnType<typeof readPresentedApproval>>['approval']

type ApprovalProps = {
  ctx: Context
  viewer: Person
  approval: ShownApproval
  request: unknown
  changes: readonly Change[]
  problem: string | undefined
}

const ApprovalPage = ({ ctx, viewer, approval, request, changes, problem }: ApprovalProps) => (
  <Plain
    site={siteOf(ctx)}
    viewer={viewer}
    title="Approval"
    heading={
      approval.status === 'pending' ? (
        <>
          <QuotedName of={approval.key.name} /> wants to {approval.actions.map(actionLabel).join(', and to ')}
        </>
      ) : (
        OUTCOMES[approval.status]
      )
    }
  >
    {problem ? (
      <Notice means="bad" alert>
        {problem}
      </Notice>
    ) : null}
    <p class="lead">
      <Sentence text={approval.summary} />
    </p>
    {approval.livemode ? null : <Notice means="warn">This is test data. No real money or items are involved.</Notice>}
    {approval.status === 'pending' ? (
      <p class="quiet">
        Your approval covers exactly this request. If the record has changed since the request was made, nothing will happen, and the agent
        must send a new request.
      </p>
    ) : null}
    <Facts
      caption="Request details"
      rows={[
        ['Key', <Name of={approval.key.name} />],
        ...(approval.amount === null ? [] : [['Amount', dollarsText(approval.amount)] as const]),
        ['Requested', <Timestamp at={approval.created_at} />],
        [approval.status === 'pending' ? 'Expires' : 'Expiry', <Timestamp at={approval.expires_at} />],
      ]}
    />
    {changes.length > 0 ? (
      <>
        <h2>Before and after</h2>
        <Table caption="Before and after" columns={['What', 'Now', 'After']}>
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
        <Button kind="dark" name="decision" value="approve" label="Approve once" />
        <Button name="decision" value="decline" label="Decline" />
      </Form>
    ) : null}
    {approval.result === null ? null : (
      <>
        <h2>Result</h2>
        <Snippet language="json" text={JSON.stringify(approval.result, null, 2)} />
      </>
    )}
  </Plain>
)

const OUTCOMES = {
  approved: 'Approved, now running',
  done: 'Approved and completed',
  failed: 'Approved, but it failed',
  declined: 'Declined',
  expired: 'Expired without a decision',
} as const
