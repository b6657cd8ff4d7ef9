import { HelperOff, Notice } from '#web/ui/badge.tsx'
import type { HelperRecord } from '#web/framework/page/records.ts'

type Props = { state: HelperRecord; name: string; does: string }

/** Explains why a helper is off: either the server has no API key for it, or the user has paused all helpers. */
export const NoHelper = ({ state: { why }, name, does }: Props) =>
  why?.includes('key') ? <HelperOff name={name} does={does} /> : <Notice means="plainly">{why}</Notice>
