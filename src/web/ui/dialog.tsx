import type { Child } from '#web/framework/jsx/index.ts'
import { RoundButton } from './button.tsx'

type DialogProps = { id: string; title: string; children?: Child; /** In the flow of the page: the styleguide alone. */ shown?: boolean }

/**
 * A native dialog, opened by `<Button opens={id}>`. Browsers that do not know the button's command get it from an
 * island; what stands in it must also have an address of its own, for those without scripts.
 */
export const Dialog = ({ id, title, shown, children }: DialogProps) => (
  <dialog class={shown ? 'dialog shown' : 'dialog'} id={id} aria-labelledby={`${id}-title`}>
    <div>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <RoundButton icon="cross" label="Close" closes={id} />
      </header>
      {children}
    </div>
  </dialog>
)

/** Said after something was done, for eight seconds, with the way back (ux rule 6). */
export const Toast = ({ children, undo }: { children?: Child; undo?: Child }) => (
  <div class="toast" role="status">
    <span>{children}</span>
    {undo}
  </div>
)
