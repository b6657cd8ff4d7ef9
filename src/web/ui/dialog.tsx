import type { Child } from '#web/framework/jsx/index.ts'
import { RoundButton } from './button.tsx'

type DialogProps = { id: string; title: string; children?: Child; /** Shows the dialog inline, for the styleguide. */ shown?: boolean }

/**
 * A native dialog, which `<Button opens={id}>` opens. In older browsers, a script opens it. The content must also be available at a
 * separate URL, for users without scripts.
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

/** Shows for eight seconds that an action has been performed, with an undo button (spec: ux rule 6). */
export const Toast = ({ children, undo }: { children?: Child; undo?: Child }) => (
  <div class="toast" role="status">
    <span>{children}</span>
    {undo}
  </div>
)
