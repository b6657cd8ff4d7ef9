import { NOTICE_KINDS, NOTICES, type NoticeKind } from './rules.ts'

/** Presents the switches in the order of the settings page. */
export const presentNotices = (off: ReadonlySet<NoticeKind>) => ({
  object: 'notices' as const,
  switches: NOTICE_KINDS.map((kind) => ({ kind, title: NOTICES[kind], enabled: !off.has(kind) })),
})
