import type { Child } from '#web/framework/jsx/index.ts'

type SectionProps = { id: string; title: Child; look?: string; children?: Child }

/** A section named by its heading. `id` is the heading's. */
export const Section = ({ id, title, look = 'stack', children }: SectionProps) => (
  <section class={look} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** Audiences of `data-for` that apply to the viewer. Undefined on a public page. */
export type Looks = readonly string[] | undefined

type ForProps = { parts: string; looks: Looks; children: (whom: string | undefined) => Child }

/** Content for some audiences. A public page always renders it with `whom`, and a script shows it. Otherwise the server decides. */
export const For = ({ parts, looks, children }: ForProps) =>
  looks === undefined ? children(parts) : parts.split(' ').some((part) => looks.includes(part)) ? children(undefined) : null
