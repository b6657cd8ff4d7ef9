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
      label="Maximum at once"
      inputmode="decimal"
      before="$"
      hint="For one offer, accepted counter, order or deposit. Empty: no limit."
    />
    <Field
      {...fieldAt(at, 'max_day')}
      label="Maximum in 24 hours"
      inputmode="decimal"
      before="$"
      hint="All commitments in total; withdrawn or refunded amounts do not count. Empty: no limit."
    />
  </>
)
