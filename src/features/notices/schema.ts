import { z } from 'zod'
import { bool } from '#lib/http/fields.ts'
import { NOTICE_KINDS, type NoticeKind } from '#domain/notices.ts'

/** Every kind of mail with its title and whether it is on (an extension). */
export const Notices = z
  .object({
    object: z.literal('notices'),
    switches: z.array(z.object({ kind: z.enum(NOTICE_KINDS), title: z.string(), enabled: z.boolean() })),
  })
  .meta({ id: 'Notices' })

/** Body of `PATCH /notices`: the kinds to switch; those left out stay as they are. */
export const ChangeNotices = z.object(
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, bool().optional()])) as Record<NoticeKind, z.ZodOptional<ReturnType<typeof bool>>>,
)
export type ChangeNotices = z.infer<typeof ChangeNotices>
