import { z } from 'zod'
import { bool } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'
import { NOTICE_KINDS, NOTICES, type NoticeKind } from './rules.ts'

/** Notification switches, an extension of the specification. */
export const Notices = z
  .object({
    object: kind('notices'),
    switches: z
      .array(
        z
          .object({
            kind: z.enum(NOTICE_KINDS).describe('Kind of email.'),
            title: z.string().describe('Event that the email is about.'),
            enabled: z.boolean().describe('Whether you get this kind of email.'),
          })
          .meta({ id: 'NoticeSwitch' }),
      )
      .describe('Setting for each kind of email.'),
  })
  .meta({ id: 'Notices' })

/** Body of `PATCH /notices`: the kinds to change. */
export const ChangeNotices = z.object(
  Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, bool().optional().describe(`Whether to send an email for this event: ${NOTICES[kind]}.`)]),
  ) as Record<NoticeKind, z.ZodOptional<ReturnType<typeof bool>>>,
)
export type ChangeNotices = z.infer<typeof ChangeNotices>
