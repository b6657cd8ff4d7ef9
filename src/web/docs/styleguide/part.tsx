import type { Child } from '#web/framework/jsx/index.ts'

/** A part of the guide under its heading. */
export const Part = ({ title, children }: { title: string; children?: Child }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
