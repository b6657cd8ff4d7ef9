import { z } from 'zod'
import { bool } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'
import { NOTICE_KINDS, NOTICES, type NoticeKind } from './rules.ts'

/** Extension of the specification. */
export const Notices = z
  .object({
    object: kind('notices'),
    switches: z
      .array(
        z
          .object({
            kind: z.enum(NOTICE_KINDS).describe('Kind of mail.'),
            title: z.string().describe('What it is about.'),
            enabled: z.boolean().describe('Whether you get it.'),
          })
          .meta({ id: 'NoticeSwitch' }),
      )
      .describe('Every kind of mail.'),
  })
  .meta({ id: 'Notices' })

/** Body of `PATCH /notices`: the kinds to change. */
export const ChangeNotices = z.object(
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, bool().optional().describe(`Mail when this happens: ${NOTICES[kind]}.`)])) as Record<
    NoticeKind,
    z.ZodOptional<ReturnType<typeof bool>>
  >,
)
export type ChangeNotices = z.infer<typeof ChangeNotices>
