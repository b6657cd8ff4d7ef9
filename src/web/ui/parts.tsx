import type { Child } from '#web/framework/jsx/index.ts'

type SectionProps = { id: string; title: Child; look?: string; children?: Child }

/** A part of a page under its heading, which names it; `id` is the heading's. */
export const Section = ({ id, title, look = 'stack', children }: SectionProps) => (
  <section class={look} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** Whom a page knows that is for one person: the parts of `data-for` that are theirs. Undefined: the page is the same for all. */
export type Looks = readonly string[] | undefined

type ForProps = { parts: string; looks: Looks; children: (whom: string | undefined) => Child }

/**
 * What only some see. On a page that is the same for all it is drawn with `whom`, and a script shows it to them; where it is known who
 * looks, it is there or not.
 */
export const For = ({ parts, looks, children }: ForProps) =>
  looks === undefined ? children(parts) : parts.split(' ').some((part) => looks.includes(part)) ? children(undefined) : null
