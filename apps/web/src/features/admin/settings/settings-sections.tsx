import { Button, Checkbox, StatusLine, TextArea, TextField } from '@org/ui-kit'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { focusFlaw } from '../focus-flaw.ts'
import { JsonField } from './json-field.tsx'
import { Section } from '../section.tsx'
import { sectionIds } from './section-ids.ts'
import { limits, rangeError } from './settings-draft.ts'
import type { SettingsDraft } from './settings-draft.ts'
import type { SettingsForm } from './use-settings-form.ts'

const { fields, hints } = adminTexts

/** The fields of one section, and how they are changed. */
interface FieldsProps {
  draft: SettingsDraft
  change: (change: Partial<SettingsDraft>) => void
}

/** Section of the prompts. */
export function PromptsSection({ draft, change }: FieldsProps) {
  return (
    <Section id={sectionIds.prompts} title={adminTexts.prompts.title}>
      <TextArea
        label={fields.systemPrompt}
        rows={10}
        value={draft.systemPrompt}
        onValueChange={(systemPrompt) => {
          change({ systemPrompt })
        }}
      />
      <TextArea
        label={fields.inlineTagPrompt}
        description={hints.inlineTagPrompt}
        rows={5}
        value={draft.inlineTagPrompt}
        onValueChange={(inlineTagPrompt) => {
          change({ inlineTagPrompt })
        }}
      />
      <TextArea
        label={fields.imageDescPrompt}
        description={hints.imageDescPrompt}
        rows={4}
        value={draft.imageDescPrompt}
        onValueChange={(imageDescPrompt) => {
          change({ imageDescPrompt })
        }}
      />
      <TextArea
        label={fields.convTitlePrompt}
        rows={3}
        value={draft.convTitlePrompt}
        onValueChange={(convTitlePrompt) => {
          change({ convTitlePrompt })
        }}
      />
    </Section>
  )
}

/** The model of answers and its settings. */
export function ModelSection({ draft, change }: FieldsProps) {
  return (
    <Section id={sectionIds.model} title={adminTexts.model.title}>
      <TextField
        label={fields.geminiModel}
        description={hints.geminiModel}
        autoCapitalize="none"
        spellCheck={false}
        value={draft.geminiModel}
        onValueChange={(geminiModel) => {
          change({ geminiModel })
        }}
      />
      <div className={classes.numbers}>
        <TextField
          type="number"
          inputMode="decimal"
          label={fields.temperature}
          description={hints.temperature}
          error={rangeError(draft, 'temperature')}
          {...limits.temperature}
          value={draft.temperature}
          onValueChange={(temperature) => {
            change({ temperature })
          }}
        />
        <TextField
          type="number"
          inputMode="numeric"
          label={fields.thinkingLines}
          description={hints.thinkingLines}
          error={rangeError(draft, 'thinkingLines')}
          {...limits.thinkingLines}
          value={draft.thinkingLines}
          onValueChange={(thinkingLines) => {
            change({ thinkingLines })
          }}
        />
      </div>
      <Checkbox
        label={fields.thinkingEnabled}
        description={hints.thinkingEnabled}
        checked={draft.thinkingEnabled}
        onCheckedChange={(thinkingEnabled) => {
          change({ thinkingEnabled })
        }}
      />
    </Section>
  )
}

/** The search as the model is offered it, with a save of its own. */
export function ToolSection({ form }: { form: SettingsForm }) {
  const { draft, change, saving, outcome } = form
  return (
    <Section id={sectionIds.tool} title={adminTexts.tool.title}>
      <TextField
        label={fields.searchToolName}
        description={hints.searchToolName}
        autoCapitalize="none"
        spellCheck={false}
        value={draft.searchToolName}
        onValueChange={(searchToolName) => {
          change({ searchToolName })
        }}
      />
      <TextArea
        label={fields.searchToolDescription}
        rows={3}
        value={draft.searchToolDescription}
        onValueChange={(searchToolDescription) => {
          change({ searchToolDescription })
        }}
      />
      <JsonField
        value={draft.searchToolSchema}
        onChange={(searchToolSchema) => {
          change({ searchToolSchema })
        }}
      />
      <Checkbox
        label={fields.searchToolUsePrevContext}
        checked={draft.searchToolUsePrevContext}
        onCheckedChange={(searchToolUsePrevContext) => {
          change({ searchToolUsePrevContext })
        }}
      />
      <Checkbox
        label={fields.searchToolExpandShort}
        checked={draft.searchToolExpandShort}
        onCheckedChange={(searchToolExpandShort) => {
          change({ searchToolExpandShort })
        }}
      />
      <div className={classes.row}>
        <Button
          busy={saving === 'tool'}
          onClick={({ currentTarget }) => {
            if (!form.save('tool')) focusFlaw(currentTarget.closest('details'))
          }}
        >
          {saving === 'tool' ? adminTexts.save.saving : adminTexts.tool.save}
        </Button>
        <StatusLine tone={outcome?.failed === true ? 'error' : 'success'}>
          {outcome?.part === 'tool' && outcome.text}
        </StatusLine>
      </div>
    </Section>
  )
}
