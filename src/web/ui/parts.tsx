import type { Child } from '#web/framework/jsx/index.ts'

type SectionProps = { id: string; title: Child; className?: string; children?: Child }

/** A section labeled by its heading. `id`: the id of the heading. */
export const Section = ({ id, title, className = 'stack', children }: SectionProps) => (
  <section class={className} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** The viewer's audiences (`data-for`). Undefined on a public page. */
export type Audiences = readonly string[] | undefined

type ForProps = { parts: string; audiences: Audiences; children: (whom: string | undefined) => Child }

/**
 * Content for the given audiences. A public page always contains the content; a script shows the content only to these audiences. All other
 * pages contain the content only if the viewer belongs to one of these audiences.
 */
export const For = ({ parts, audiences, children }: ForProps) =>
  audiences === undefined ? children(parts) : parts.split(' ').some((part) => audiences.includes(part)) ? children(undefined) : null
