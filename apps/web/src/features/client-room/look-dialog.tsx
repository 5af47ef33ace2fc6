import type { ClientWidget } from '@org/api-client'
import { Alert, TextArea, TextField } from '@org/ui-kit'
import { themeAccents } from '../../shared/embedding/theme-accents.ts'
import { AccentShades } from '../../shared/forms/accent-shades.tsx'
import { ColorField } from '../../shared/forms/color-field.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { PictureField } from '../../shared/pictures/picture-field.tsx'
import { roomTexts } from './client-room.texts.ts'
import { type LookForm, useLookForm } from './use-look-form.ts'

const texts = roomTexts.look

/** The parts of a widget's look that its client may change. */
export function LookDialog({
  widget,
  onClose,
  onSaved,
}: {
  widget: ClientWidget
  onClose: () => void
  onSaved: () => void
}) {
  const form = useLookForm(widget, { onClose, onSaved })
  return (
    <FormDialog
      title={texts.title(widget.name)}
      description={texts.note}
      saveLabel={form.isSaving ? texts.saving : texts.save}
      isSaving={form.isSaving}
      noValidate
      onSave={form.submit}
      onClose={onClose}
    >
      {form.failure !== '' && <Alert tone="danger">{form.failure}</Alert>}
      <Fields {...form} themeAccent={themeAccents[widget.theme]} />
    </FormDialog>
  )
}

function Fields({ values, change, may, wrong, themeAccent }: LookForm & { themeAccent: string }) {
  return (
    <>
      {may('accent') && (
        <ColorField
          label={texts.accent}
          description={texts.accentHint}
          error={wrong.accent && texts.invalidAccent}
          value={values.accent}
          data-autofocus=""
          pickLabel={texts.pickAccent}
          fallback={themeAccent}
          onValueChange={(accent) => change({ accent })}
        >
          <AccentShades accent={values.accent} texts={texts} />
        </ColorField>
      )}
      {may('logo') && (
        <PictureField label={texts.logo} value={values.logo} onValueChange={(logo) => change({ logo })} />
      )}
      {may('avatar') && (
        <PictureField
          label={texts.avatar}
          value={values.avatar}
          onValueChange={(avatar) => change({ avatar })}
        />
      )}
      {may('welcome') && (
        <TextArea
          label={texts.welcome}
          rows={2}
          maxLength={300}
          dir="auto"
          value={values.welcome}
          onValueChange={(welcome) => change({ welcome })}
        />
      )}
      {may('starters') && (
        <TextArea
          label={texts.starters}
          description={texts.startersHint}
          error={wrong.starters && texts.invalidStarters}
          rows={4}
          dir="auto"
          value={values.starters}
          onValueChange={(starters) => change({ starters })}
        />
      )}
      {may('label') && (
        <TextField
          label={texts.label}
          description={texts.labelHint}
          maxLength={40}
          value={values.label}
          onValueChange={(label) => change({ label })}
        />
      )}
    </>
  )
}
