import { FIELD_WORDS, inWords, PICK, type Clash, type Typed } from '#catalog/listings/rules/editor-fields.ts'
import { Notice } from '#web/ui/badge.tsx'

/** The form that the choices belong to; they stand above it. */
export const EDITOR_FORM = 'editor-form'

/** What somebody else changed while this page was open, and whose words shall stand; all that was typed is in the form. */
export const Clashes = ({ clashes, typed }: { clashes: readonly Clash[]; typed: Typed }) => (
  <Notice means="warn" alert>
    <strong>This listing was changed meanwhile. Nothing of yours was saved yet.</strong>
    {clashes.map(({ name, now, by }) => (
      <fieldset class="clash">
        <legend>
          {FIELD_WORDS[name]} is now {inWords(name, now)}: changed {by ? `by ${by}` : 'in another window or by an agent'}.
        </legend>
        <label>
          <input type="radio" name={`${PICK}${name}`} value="mine" form={EDITOR_FORM} checked /> Mine: {inWords(name, typed[name])}
        </label>
        <label>
          <input type="radio" name={`${PICK}${name}`} value="theirs" form={EDITOR_FORM} /> Theirs: {inWords(name, now)}
        </label>
      </fieldset>
    ))}
    <p>Choose, and save again.</p>
  </Notice>
)
