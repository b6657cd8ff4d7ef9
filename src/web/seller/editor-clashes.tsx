import { FIELD_LABELS, formatFieldValue, PICK, type Clash, type Typed } from '#catalog/listings/rules/editor-fields.ts'
import { Notice } from '#web/ui/badge.tsx'

/** Id of the editor's form. The conflict choices are outside the form, so they refer to it by this id. */
export const EDITOR_FORM = 'editor-form'

/**
 * Edits that conflict with changes made since the page was opened, with a choice of version for each field. The form still contains all
 * submitted values.
 */
export const Clashes = ({ clashes, typed }: { clashes: readonly Clash[]; typed: Typed }) => (
  <Notice means="warn" alert>
    <strong>This listing changed while you were editing. Your changes have not been saved yet.</strong>
    {clashes.map(({ name, now, by }) => (
      <fieldset class="clash">
        <legend>
          {FIELD_LABELS[name]} is now {formatFieldValue(name, now)}: changed {by ? `by ${by}` : 'in another window or by an agent'}.
        </legend>
        <label>
          <input type="radio" name={`${PICK}${name}`} value="mine" form={EDITOR_FORM} checked /> Mine: {formatFieldValue(name, typed[name])}
        </label>
        <label>
          <input type="radio" name={`${PICK}${name}`} value="theirs" form={EDITOR_FORM} /> Theirs: {formatFieldValue(name, now)}
        </label>
      </fieldset>
    ))}
    <p>Choose a version for each field, then save again.</p>
  </Notice>
)
