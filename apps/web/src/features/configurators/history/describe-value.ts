import { configuratorsTexts as texts } from '../configurators.texts.ts'
import type { FieldName, FormValues } from '../editor/configurator-form.ts'

/** A field's value as a person reads it in a list of changes. */
export function describeValue(
  values: FormValues,
  field: FieldName,
  emailOf: (clientId: string) => string,
): string {
  const words = texts.values
  const value = values[field]
  if (field === 'active') return value === true ? words.active : words.inactive
  if (field === 'allowConversations') return words[values.allowConversations]
  if (field === 'widgetTheme') return texts.themes[values.widgetTheme]
  if (field === 'clientOwner') return values.clientOwner === '' ? words.noOwner : emailOf(values.clientOwner)
  if (field === 'position')
    return value === '' ? words.themes : texts.appearance.positions[values.position || 'bottom-right']
  if (field === 'icon') return texts.appearance.icons[values.icon]
  if (field === 'font') return texts.appearance.fonts[values.font]
  if (field === 'language') return texts.appearance.languages[values.language]
  if (field === 'logo' || field === 'avatar') return value === '' ? words.empty : texts.appearance.image
  if (field === 'clientEdits')
    return values.clientEdits.map((part) => texts.fields[part]).join(', ') || words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value !== 'string') return value.length === 0 ? words.all : value.join(', ')
  if (value.trim() !== '') return value
  if (field === 'accent' || field === 'radius') return words.themes
  if (field === 'allowedOrigins') return words.everywhere
  if (field === 'questionsPerDay' || field === 'tokensPerDay') return words.serverLimit
  return field === 'model' || field === 'temperature' || field === 'systemPrompt' ? words.master : words.empty
}
