import { widgetDefaults } from '@org/api-client'
import type { ClientEdit, Configurator, ConfiguratorInput, EmbedLists, WidgetTheme } from '@org/api-client'
import {
  type AppearanceValues,
  toAppearance,
  toAppearanceForm,
  toShownAppearance,
} from './appearance-form.ts'
import { readOrigins } from '../steps/allowed-origins.ts'
import { themePlacements } from '../../../shared/embedding/theme-placements.ts'

/** Form values: texts as typed, '' where the server's default applies. */
export interface FormValues extends AppearanceValues {
  name: string
  /** A client's id. */
  clientOwner: string
  active: boolean
  allowConversations: 'multi' | 'single'
  widgetTitle: string
  affiliateCode: string
  /** One a line. */
  allowedOrigins: string
  widgetTheme: WidgetTheme
  allowedAuthors: readonly string[]
  allowedTools: readonly string[]
  forceToolCalls: boolean
  allowAttachments: boolean
  sidebarCollapsed: boolean
  composePlaceholder: string
  model: string
  temperature: string
  systemPrompt: string
  questionsPerDay: string
  tokensPerDay: string
  /** Parts of the appearance that the client may change. */
  clientEdits: readonly ClientEdit[]
}

/** One field of the editor. */
export type FieldName = keyof FormValues

/** The editor of a new widget. */
export const emptyForm: FormValues = {
  ...toAppearanceForm(),
  name: '',
  clientOwner: '',
  active: widgetDefaults.active,
  allowConversations: widgetDefaults.allowConversations,
  widgetTitle: '',
  affiliateCode: '',
  allowedOrigins: '',
  widgetTheme: widgetDefaults.widgetTheme,
  allowedAuthors: [],
  allowedTools: [],
  forceToolCalls: widgetDefaults.forceToolCalls,
  allowAttachments: widgetDefaults.allowAttachments,
  sidebarCollapsed: widgetDefaults.sidebarCollapsed,
  composePlaceholder: widgetDefaults.composePlaceholder,
  model: '',
  temperature: '',
  systemPrompt: '',
  questionsPerDay: '',
  tokensPerDay: '',
  clientEdits: widgetDefaults.clientEdits,
}

/** The editor of a saved widget. */
export function toForm(saved: Configurator): FormValues {
  return {
    ...toAppearanceForm(saved.appearance),
    name: saved.name,
    clientOwner: saved.clientOwner ?? '',
    active: saved.active,
    allowConversations: saved.allowConversations,
    widgetTitle: saved.widgetTitle,
    affiliateCode: saved.affiliateCode ?? '',
    allowedOrigins: (saved.allowedOrigins ?? []).join('\n'),
    widgetTheme: saved.widgetTheme,
    allowedAuthors: saved.allowedAuthors,
    allowedTools: saved.allowedTools,
    forceToolCalls: saved.forceToolCalls,
    allowAttachments: saved.allowAttachments,
    sidebarCollapsed: saved.sidebarCollapsed,
    composePlaceholder: saved.composePlaceholder,
    model: saved.model ?? '',
    temperature: saved.temperature === null ? '' : String(saved.temperature),
    systemPrompt: saved.systemPrompt ?? '',
    questionsPerDay: String(saved.questionsPerDay ?? ''),
    tokensPerDay: String(saved.tokensPerDay ?? ''),
    clientEdits: saved.clientEdits,
  }
}

/** Converts form values to the request: empty texts become undefined, so that the server's defaults apply (specification 2, section 5). */
export function toInput(values: FormValues, saved: Configurator | null): ConfiguratorInput {
  const { active, allowConversations, widgetTheme, forceToolCalls, allowAttachments, sidebarCollapsed } =
    values
  const origins = readOrigins(values.allowedOrigins)
  return {
    id: saved?.id,
    version: saved?.version,
    name: filled(values.name),
    clientOwner: filled(values.clientOwner),
    active,
    allowConversations,
    widgetTitle: filled(values.widgetTitle),
    affiliateCode: filled(values.affiliateCode),
    allowedOrigins: origins.length === 0 ? undefined : origins,
    widgetTheme,
    allowedAuthors: [...values.allowedAuthors],
    allowedTools: [...values.allowedTools],
    forceToolCalls,
    allowAttachments,
    sidebarCollapsed,
    composePlaceholder: filled(values.composePlaceholder),
    model: filled(values.model),
    temperature: readTemperature(values.temperature) ?? undefined,
    systemPrompt: filled(values.systemPrompt),
    questionsPerDay: readBudget('questionsPerDay', values) ?? undefined,
    tokensPerDay: readBudget('tokensPerDay', values) ?? undefined,
    appearance: toAppearance(values),
    clientEdits: isDefault(values.clientEdits) ? undefined : [...values.clientEdits],
  }
}

// The server's default applies to what is left out, as to blank texts.
function isDefault(edits: readonly ClientEdit[]): boolean {
  return edits.toSorted().join(' ') === widgetDefaults.clientEdits.toSorted().join(' ')
}

/** The temperature that is typed: null where it is blank, NaN where it is none between 0 and 2. */
export function readTemperature(text: string): number | null {
  if (text.trim() === '') return null
  const number = Number(text.replace(',', '.'))
  return number >= 0 && number <= 2 ? number : Number.NaN
}

/** Smallest and largest budgets of a day, as the server accepts them. */
export const budgets = {
  questionsPerDay: { min: 1, max: 1_000_000 },
  tokensPerDay: { min: 10, max: 1_000_000_000 },
} as const

/** The budget that is typed: null where it is blank, NaN where it is no whole number within its limits. */
export function readBudget(field: keyof typeof budgets, values: FormValues): number | null {
  const text = values[field].trim()
  if (text === '') return null
  const number = Number(text)
  const { min, max } = budgets[field]
  return Number.isInteger(number) && number >= min && number <= max ? number : Number.NaN
}

/** Returns whether the numbers of the step "Behaviour and model" can be sent. */
export function hasValidNumbers(values: FormValues): boolean {
  const numbers = [
    readTemperature(values.temperature),
    readBudget('questionsPerDay', values),
    readBudget('tokensPerDay', values),
  ]
  return !numbers.some((number) => Number.isNaN(number))
}

/** Returns the widget configuration of unsaved form values, for the live preview. */
export function toPreview(
  values: FormValues,
  all: { authors: readonly string[]; tools: readonly string[] },
): EmbedLists {
  const offered = (chosen: readonly string[], every: readonly string[]) => [
    ...(chosen.length === 0 ? every : chosen),
  ]
  const appearance = toShownAppearance(values)
  return {
    config: {
      title: filled(values.widgetTitle) ?? filled(values.name) ?? widgetDefaults.title,
      theme: values.widgetTheme,
      conversations: values.allowConversations,
      allowAttachments: values.allowAttachments,
      sidebarCollapsed: values.sidebarCollapsed,
      composePlaceholder: filled(values.composePlaceholder) ?? widgetDefaults.composePlaceholder,
      requireDisclaimer: widgetDefaults.requireDisclaimer,
      disclaimerUrl: widgetDefaults.disclaimerUrl,
      affiliateCode: filled(values.affiliateCode) ?? null,
      position: appearance.position ?? themePlacements[values.widgetTheme].position,
      handover: widgetDefaults.handover,
      appearance,
    },
    authors: offered(values.allowedAuthors, all.authors),
    tools: offered(values.allowedTools, all.tools),
  }
}

/** The fields in which two editors differ: by what they mean, however it is typed and in whatever order it is chosen. */
export function changedFields(before: FormValues, after: FormValues): FieldName[] {
  const [one, other] = [toMeanings(before), toMeanings(after)]
  return fieldNames.filter((field) => meaningOf(one[field]) !== meaningOf(other[field]))
}

function toMeanings(values: FormValues) {
  const { clientEdits } = values
  return { ...toInput(values, null), ...toAppearanceForm(toAppearance(values)), clientEdits }
}

function meaningOf(value: ReturnType<typeof toMeanings>[FieldName]): string {
  return Array.isArray(value) ? value.toSorted().join('\n') : String(value ?? '')
}

const fieldNames = Object.keys(emptyForm).filter(isFieldName)

function isFieldName(name: string): name is FieldName {
  return name in emptyForm
}

function filled(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : trimmed
}
