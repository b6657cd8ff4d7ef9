import type { Child } from '#web/framework/jsx/index.ts'

type SectionProps = { id: string; title: Child; className?: string; children?: Child }

/** A section that is labelled by its heading. `id` is the id of the heading. */
export const Section = ({ id, title, className = 'stack', children }: SectionProps) => (
  <section class={className} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** Audiences (`data-for`) that the viewer belongs to. Undefined on a public page. */
export type Audiences = readonly string[] | undefined

type ForProps = { parts: string; audiences: Audiences; children: (whom: string | undefined) => Child }

/**
 * Content for the given audiences. A public page always contains the content, and a script shows it only to these audiences. On other
 * pages, the server renders it only for them.
 */
export const For = ({ parts, audiences, children }: ForProps) =>
  audiences === undefined ? children(parts) : parts.split(' ').some((part) => audiences.includes(part)) ? children(undefined) : null
