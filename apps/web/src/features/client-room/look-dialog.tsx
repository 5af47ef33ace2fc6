import type { ClientWidget } from '@org/api-client'
import { kit } from '@org/languages'
import { Alert, Button, Dialog, TextArea, TextField } from '@org/ui-kit'
import { themeAccents } from '../../shared/embedding/theme-accents.ts'
import { PictureField } from '../../shared/pictures/picture-field.tsx'
import { roomTexts } from './client-room.texts.ts'
import classes from './client-room.module.css'
import { isColor, type LookForm, useLookForm } from './use-look-form.ts'

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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={texts.title(widget.name)}
      description={texts.note}
      labels={kit.dialog}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={form.isSaving} onClick={form.submit}>
            {form.isSaving ? texts.saving : texts.save}
          </Button>
        </>
      }
    >
      <div className={classes.look}>
        {form.failure !== '' && <Alert tone="danger">{form.failure}</Alert>}
        <Fields {...form} themeAccent={themeAccents[widget.theme]} />
      </div>
    </Dialog>
  )
}

function Fields({ values, change, may, wrong, themeAccent }: LookForm & { themeAccent: string }) {
  return (
    <>
      {may('accent') && (
        <div className={classes.accent}>
          <TextField
            label={texts.accent}
            description={texts.accentHint}
            error={wrong.accent && texts.invalidAccent}
            dir="ltr"
            value={values.accent}
            data-autofocus=""
            onValueChange={(accent) => change({ accent })}
          />
          <input
            type="color"
            className={classes.picker}
            aria-label={texts.pickAccent}
            value={isColor(values.accent) ? values.accent.trim().toLowerCase() : themeAccent}
            onChange={({ target }) => change({ accent: target.value })}
          />
        </div>
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
          maxLength={40}
          value={values.label}
          onValueChange={(label) => change({ label })}
        />
      )}
    </>
  )
}
