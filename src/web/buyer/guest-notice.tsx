import type { Child } from '#web/framework/jsx/index.ts'
import { Button, Form, Notice } from '#web/ui/index.ts'

/** Tells a guest how to open their order in a different browser. `children`: explanation of what the email link lets the guest do. */
export const GuestNotice = ({ what, children }: { what: 'order' | 'purchase'; children?: Child }) => (
  <Notice>
    <span>
      You bought without an account. The email with your receipt has a link to this {what}. Open it to confirm your email address:{' '}
      {children}
    </span>
    <Form action="/guest/order">
      <Button small do="again" label="Send the link again" />
    </Form>
  </Notice>
)
