import type { Child } from '#web/jsx/index.ts'
import type { Person } from '#platform/context.ts'
import { Form } from '#web/components/form.tsx'

/** One thing to settle, under its heading. */
export const Part = ({ id, title, children }: { id: string; title: string; children?: Child }) => (
  <section class="stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

type ChangeProps = { viewer: Person; what: string; action?: string; children?: Child }

/** A form of the settings page: `what` names which. */
export const Change = ({ viewer, what, action = '/you/settings', children }: ChangeProps) => (
  <Form class="form" action={action} viewer={viewer} with={{ do: what }}>
    {children}
  </Form>
)
