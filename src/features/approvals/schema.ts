import { z } from 'zod'
import { ASK_FIRST } from '#domain/scopes.ts'
import { oneOf, paging, timestamp } from '#lib/http/fields.ts'

export const APPROVAL_STATUSES = ['pending', 'approved', 'done', 'failed', 'declined', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** completions 3, `ask_first`. `result` is the stored request's own answer, once it ran. */
export const Approval = z
  .object({
    object: z.literal('approval'),
    id: z.string(),
    status: z.enum(APPROVAL_STATUSES),
    action: z.enum(ASK_FIRST),
    /** All that its key has to ask for in this request; `action` is the first. */
    actions: z.array(z.enum(ASK_FIRST)),
    summary: z.string(),
    amount: z.number().nullable(),
    key: z.object({ id: z.string(), name: z.string() }),
    result: z.object({ status: z.int(), body: z.unknown() }).nullable(),
    expires_at: timestamp(),
    created_at: timestamp(),
    decided_at: timestamp().nullable(),
    url: z.string(),
  })
  .meta({ id: 'Approval' })

export const ApprovalParams = z.object({ id: z.string() })
export const ListApprovals = z.object({ status: oneOf(APPROVAL_STATUSES).optional(), ...paging() })
export type ListApprovals = z.infer<typeof ListApprovals>
