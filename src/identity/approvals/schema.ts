import { z } from 'zod'
import { AskFirst } from '#identity/keys/schema.ts'
import { oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const APPROVAL_STATUSES = ['pending', 'approved', 'done', 'failed', 'declined', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** An approval (spec: completions 3, `ask_first`). After the stored request has run, `result` is its response. */
export const Approval = z
  .object({
    object: kind('approval'),
    id: id('approval'),
    status: z
      .enum(APPROVAL_STATUSES)
      .describe(
        '`pending`: waiting for the owner. `approved`: about to be executed. `done` or `failed`: executed. `declined`: refused by the owner. `expired`: not decided in time.',
      ),
    action: AskFirst.describe('Action that needs approval: the first of `actions`.'),
    actions: z.array(AskFirst).describe('All actions in this request that need approval.'),
    summary: z.string().describe('Description of the request for the owner.'),
    livemode: z.boolean().describe('False if the key is a [test key](/docs/sandbox); the request then affects only test data.'),
    amount: dollars('Amount that the request would cost or earn').nullable(),
    key: z
      .object({ id: id('key'), name: z.string().describe('Name of the key.') })
      .meta({ id: 'KeyRef' })
      .describe('The key that sent the request.'),
    result: z
      .object({ status: z.int().describe('HTTP status of the response.'), body: z.unknown().describe('Body of the response.') })
      .nullable()
      .describe('Response to the stored request; null until it ran.'),
    expires_at: timestamp('Deadline for the decision.'),
    created_at: timestamp('Time when the key sent the request.'),
    decided_at: timestamp('Time of the owner’s decision.').nullable(),
    url: link('URL of the page where the owner decides.'),
  })
  .meta({ id: 'Approval' })

export const ApprovalParams = idParams('approval')
export const ListApprovals = z.object({ status: oneOf(APPROVAL_STATUSES).optional().describe('Filter by status.'), ...paging() })
export type ListApprovals = z.infer<typeof ListApprovals>
