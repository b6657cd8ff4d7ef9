import type { Person } from '#platform/context/index.ts'
import { Button, TextArea } from '#web/ui/index.ts'
import { isUnchanged } from './editor-help.ts'
import { dollarsText, type Change, type ChatMessage, type HelperRecord, type Listing } from '#web/framework/page/records.ts'
import { HelpForm } from './help-form.tsx'
import { NoHelper } from './no-helper.tsx'

type Props = { viewer: Person; listing: Listing; chat: readonly ChatMessage[]; state: HelperRecord; notice: string | undefined }

/** Chat tab, where the helper can change the listing. Each change has an undo button. A script streams replies. */
export const ChatTab = ({ viewer, listing, chat, state, notice }: Props) => (
  <>
    {chat.length === 0 && state.state !== 'off' ? (
      <p class="quiet">
        Say what to change: “Set the price to 52 and allow offers.” “It is a size M, bought in 2021.” You can undo every change.
      </p>
    ) : null}
    <ol class="chat-log" id="chat-log" role="log" aria-live="polite" aria-label="Chat" tabindex={0}>
      {chat.map((message) => (
        <li class={message.role === 'seller' ? 'by-you' : 'by-helper'}>
          <span class="small quiet">{message.role === 'seller' ? 'You' : 'The listing helper'}</span>
          <p class="words">{message.text}</p>
          {message.changes.map((change, index) => (
            <Receipt viewer={viewer} listing={listing} message={message} change={change} index={index} />
          ))}
        </li>
      ))}
    </ol>
    {state.state === 'off' ? (
      <NoHelper state={state} name="Chat" does="The chat changes the listing when you ask for it. You can undo each change." />
    ) : (
      <HelpForm
        viewer={viewer}
        listing={listing}
        tab="chat"
        class="stack"
        island="chat"
        label="Ask the listing helper"
        with={{ do: 'help-chat' }}
      >
        <TextArea name="message" label="What should change?" maxlength={2000} rows={2} value={notice ?? ''} />
        <Button kind="dark" icon="spark" label="Send" />
      </HelpForm>
    )}
  </>
)

type ReceiptProps = { viewer: Person; listing: Listing; message: ChatMessage; change: Change; index: number }

/** A change such as “Price $60 → $52”. It can be undone until the value changes again. */
const Receipt = ({ viewer, listing, message, change, index }: ReceiptProps) => (
  <div class="chat-receipt">
    <span>
      {change.label} {amountText(change, change.before)} <span aria-hidden="true">→</span>
      <span class="hidden-text"> is now </span> <strong>{amountText(change, change.after)}</strong>
    </span>
    {listing.status !== 'sold' && isUnchanged(listing, change) ? (
      <HelpForm
        viewer={viewer}
        listing={listing}
        tab="chat"
        label={`Undo ${change.label}`}
        with={{ message: message.id, change: String(index) }}
      >
        <Button small do="chat-undo" icon="undo" label="Undo" />
      </HelpForm>
    ) : (
      <span class="small quiet">changed since</span>
    )}
  </div>
)

function amountText({ key }: Change, value: Change['after']): string {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' && (key === 'price' || key === 'lowest_price') ? dollarsText(value) : String(value)
}
