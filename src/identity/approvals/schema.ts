import { z } from 'zod'
import { AskFirst } from '#identity/keys/schema.ts'
import { oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const APPROVAL_STATUSES = ['pending', 'approved', 'done', 'failed', 'declined', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** completions 3, `ask_first`. `result` is the response of the stored request after it ran. */
export const Approval = z
  .object({
    object: kind('approval'),
    id: id('approval'),
    status: z
      .enum(APPROVAL_STATUSES)
      .describe('`pending` waits for the owner. `approved` is about to run; `done` and `failed` have run. Silence ends as `expired`.'),
    action: AskFirst.describe('What the key has to ask for in this request: the first of `actions`.'),
    actions: z.array(AskFirst).describe('All that the key has to ask for in this request.'),
    summary: z.string().describe('What the request would do, in words for the owner.'),
    livemode: z.boolean().describe('false: the key is of your [test world](/docs/sandbox), and so is all that it would do.'),
    amount: dollars('What it would cost or bring').nullable(),
    key: z
      .object({ id: id('key'), name: z.string().describe('Name of the key.') })
      .meta({ id: 'KeyRef' })
      .describe('The key that asked.'),
    result: z
      .object({ status: z.int().describe('Its status.'), body: z.unknown().describe('Its body.') })
      .nullable()
      .describe('The answer to the stored request; null until it ran.'),
    expires_at: timestamp('Until when it can be approved.'),
    created_at: timestamp('When the key asked.'),
    decided_at: timestamp('When the owner decided.').nullable(),
    url: link('Address of the page where the owner decides.'),
  })
  .meta({ id: 'Approval' })

export const ApprovalParams = idParams('approval')
export const ListApprovals = z.object({ status: oneOf(APPROVAL_STATUSES).optional().describe('Only those in this state.'), ...paging() })
export type ListApprovals = z.infer<typeof ListApprovals>
