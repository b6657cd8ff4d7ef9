import { Button, ButtonLink, RoundButton } from '#web/ui/button.tsx'
import { AppliedChip, Chip, Chips } from '#web/ui/chip.tsx'
import { Dialog, Toast } from '#web/ui/dialog.tsx'
import { Check, Choices, Field, Select, TextArea } from '#web/ui/field.tsx'
import { Pager, Tabs } from '#web/ui/tabs.tsx'
import { Part } from './part.tsx'

/** Styleguide section on buttons and form fields. */
export const Controls = () => (
  <>
    <Part title="Buttons">
      <div class="shown-row">
        <Button type="button" label="Plain" />
        <Button type="button" kind="dark" label="Primary action" />
        <Button type="button" kind="pop" label="In the shop’s colour" />
        <Button type="button" kind="quiet" label="Quiet" />
        <Button type="button" kind="bad" icon="bin" label="Delete the shop" />
        <Button type="button" disabled label="Not now" />
        <Button type="button" kind="dark" busy label="Saving" />
        <Button type="button" small label="Small" />
        <ButtonLink href="/styleguide" icon="out" label="A link" />
        <RoundButton icon="heart" label="Like the lamp" pressed={false} />
        <RoundButton icon="heart" label="Like the chair" pressed />
      </div>
    </Part>
    <Part title="Fields">
      <div class="shown-pair">
        <div class="form">
          <Field name="plain" label="Name of the shop" hint="Up to 60 characters. You can change it later." />
          <Field name="filled" label="Price" before="$" inputmode="decimal" value="64" />
          <Field name="wrong" label="Address" value="mint-fox" problem="This address is taken. Available: mint-and-fox, mint-fox-2." />
          <Field name="off" label="Email" value="ana@example.test" disabled hint="Verified." />
        </div>
        <div class="form">
          <TextArea name="story" label="Description" value="Two owners, one summer each." rows={4} />
          <Select
            name="voice"
            label="Voice"
            value="friendly"
            choices={[
              { value: 'friendly', label: 'Friendly' },
              { value: 'playful', label: 'Playful' },
            ]}
          />
          <Choices name="seen" label="Visibility" hint="Only you can see drafts.">
            <Check name="seen" type="radio" value="everyone" label="Everyone" checked />
            <Check name="seen" type="radio" value="link" label="People with the link" />
          </Choices>
          <Check name="offers" label="Open to offers" checked />
        </div>
      </div>
    </Part>
    <Part title="Chips, tabs, pages">
      <Chips label="Some categories">
        <Chip href="/styleguide" current label="All" />
        <Chip href="/styleguide" count={42} label="Clothing" />
        <AppliedChip href="/styleguide">Under $25</AppliedChip>
      </Chips>
      <Tabs
        label="Listings by state"
        tabs={[
          { href: '/styleguide', label: 'Live', count: 12, current: true },
          { href: '/styleguide', label: 'Draft', count: 3 },
          { href: '/styleguide', label: 'Sold' },
        ]}
      />
      <Pager previous="/styleguide" next="/styleguide" />
    </Part>
    <Part title="Dialog and toast">
      <div class="shown-pair">
        <Dialog id="offer" title="Make an offer" shown>
          <p>An offer is not a purchase. The seller has 48 hours to answer.</p>
          <div class="actions">
            <Button type="button" kind="dark" label="Offer $52" />
            <Button type="button" label="Not now" />
          </div>
        </Dialog>
        <div class="stack">
          <Button opens="real" label="Open a dialog" />
          <Dialog id="real" title="A dialog">
            <p>Escape closes it, and the button gets the focus back.</p>
          </Dialog>
          <div class="toasts">
            <Toast undo={<button type="button">Undo</button>}>Unliked</Toast>
          </div>
        </div>
      </div>
    </Part>
  </>
)
