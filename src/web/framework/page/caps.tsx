import { Field } from '#web/ui/field.tsx'
import { fieldAt } from './problem.ts'

type CapsProps = {
  at: Parameters<typeof fieldAt>[0]
  usual?: string
}

/** Fields for the spend limits of a key or an app: per action and per day. */
export const Caps = ({ at, usual }: CapsProps) => (
  <>
    <Field
      {...fieldAt(at, 'max_offer', usual)}
      label="The most it may commit at once"
      inputmode="decimal"
      before="$"
      hint="In one offer, counter taken, order or deposit. Empty: no cap."
    />
    <Field
      {...fieldAt(at, 'max_day')}
      label="The most it may commit in 24 hours"
      inputmode="decimal"
      before="$"
      hint="All of it together; what is taken back is free again. Empty: no cap."
    />
  </>
)
