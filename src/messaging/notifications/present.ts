import type { SwitchedOff } from './index.ts'
import { hasPush, NOTICE_KINDS, titleOf } from './rules.ts'

/** Lists the switches for notifications, in the order of the settings page. */
export const presentNotices = ({ mail, push }: SwitchedOff) => ({
  object: 'notices' as const,
  switches: NOTICE_KINDS.map((kind) => ({
    kind,
    title: titleOf(kind),
    enabled: !mail.has(kind),
    push: hasPush(kind) ? !push.has(kind) : null,
  })),
})
