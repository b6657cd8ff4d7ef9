import type { Child } from '#web/framework/jsx/index.ts'

/** A section of the styleguide. */
export const Part = ({ title, children }: { title: string; children?: Child }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
