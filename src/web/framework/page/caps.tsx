import { Field } from '#web/ui/field.tsx'
import { fieldAt } from './problem.ts'

type CapsProps = {
  at: Parameters<typeof fieldAt>[0]
  usual?: string
}

/** Fields for the spend limits on a key or an app, per action and per day. */
export const Caps = ({ at, usual }: CapsProps) => (
  <>
    <Field
      {...fieldAt(at, 'max_offer', usual)}
      label="Maximum per action"
      inputmode="decimal"
      before="$"
      hint="For any single offer, accepted counteroffer, order or deposit. Leave empty for no limit."
    />
    <Field
      {...fieldAt(at, 'max_day')}
      label="Maximum in 24 hours"
      inputmode="decimal"
      before="$"
      hint="In total, for offers, orders and deposits. Withdrawn and refunded amounts do not count. Leave empty for no limit."
    />
  </>
)
