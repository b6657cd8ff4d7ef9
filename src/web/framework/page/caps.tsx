import { Field } from '#web/ui/field.tsx'
import { fieldAt } from './problem.ts'

type CapsProps = {
  at: Parameters<typeof fieldAt>[0]
  usual?: string
}

/** Fields for the spend limits of a key or an app, per action and per day. */
export const Caps = ({ at, usual }: CapsProps) => (
  <>
    <Field
      {...fieldAt(at, 'max_offer', usual)}
      label="Maximum per action"
      inputmode="decimal"
      before="$"
      hint="For a single offer, accepted counteroffer, order or deposit. Leave empty for no limit."
    />
    <Field
      {...fieldAt(at, 'max_day')}
      label="Maximum in 24 hours"
      inputmode="decimal"
      before="$"
      hint="For all offers, orders and deposits together. Withdrawn and refunded amounts do not count. Leave empty for no limit."
    />
  </>
)
