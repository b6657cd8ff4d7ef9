import { HelperOff, Notice } from '#web/ui/badge.tsx'
import type { HelperRecord } from '#web/framework/page/records.ts'

type Props = { state: HelperRecord; name: string; does: string }

/** A helper that is off here: no key is a calm panel; the brake is one's own doing and is said as such. */
export const NoHelper = ({ state: { why }, name, does }: Props) =>
  why?.includes('key') ? <HelperOff name={name} does={does} /> : <Notice means="plainly">{why}</Notice>
