import type { Child } from '#web/framework/jsx/index.ts'
import type { Person } from '#platform/context/index.ts'
import { Form } from '#web/ui/form.tsx'

type ChangeProps = { viewer: Person; what: string; action?: string; children?: Child }

/** A form on the settings page. `what` is the form's action. */
export const Change = ({ viewer, what, action = '/you/settings', children }: ChangeProps) => (
  <Form class="form" action={action} viewer={viewer} with={{ do: what }}>
    {children}
  </Form>
)
