import { z } from 'zod'
import { bool } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'
import { NOTICE_KINDS, PUSH_KINDS, titleOf, type NoticeKind } from './rules.ts'

/** Notification switches. They extend the specification. */
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
            push: z
              .boolean()
              .nullable()
              .describe('Whether your subscribed browsers get this as a push notification; null for emails only.'),
          })
          .meta({ id: 'NoticeSwitch' }),
      )
      .describe('Setting for each kind of email.'),
  })
  .meta({ id: 'Notices' })

type Switch = z.ZodOptional<ReturnType<typeof bool>>

/** Body of `PATCH /notices`: the switches to change. */
export const ChangeNotices = z.object({
  ...(Object.fromEntries(
    NOTICE_KINDS.map((kind) => [
      kind,
      bool()
        .optional()
        .describe(`Whether to send an email for this event: ${titleOf(kind)}.`),
    ]),
  ) as Record<NoticeKind, Switch>),
  push: z
    .object(
      Object.fromEntries(
        PUSH_KINDS.map((kind) => [
          kind,
          bool()
            .optional()
            .describe(`Whether to send a push notification for this event: ${titleOf(kind)}.`),
        ]),
      ) as Record<NoticeKind, Switch>,
    )
    .optional()
    .describe('Push notifications to change.'),
})
export type ChangeNotices = z.infer<typeof ChangeNotices>
