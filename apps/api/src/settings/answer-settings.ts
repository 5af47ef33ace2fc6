import type { LlmSettings } from '@org/api-client/contract'

/** How questions are answered: the master settings, where a widget or an entitlement says nothing else. */
export interface AnswerSettings {
  systemPrompt: string
  /** How citations and products are marked; follows whatever system prompt is used. */
  tagPrompt: string
  /** Follows where the question comes with images. */
  imagePrompt: string
  titlePrompt: string
  /** The name of the model; empty for the one of the server's configuration. */
  model: string
  /** From 0 to 2. */
  temperature: number
  /** At most so many lines of what the model thinks are shown; null shows none. */
  thinkingLines: number | null
  search: SearchSettings
}

/** How the search is offered to the model. */
export interface SearchSettings {
  name: string
  description: string
  /** A JSON schema of its arguments; empty for our own. */
  schema: Record<string, unknown>
  /** Whether a query takes up what earlier messages say. */
  usePrevContext: boolean
  /** Whether a short or ambiguous message is spelled out. */
  expandShort: boolean
}

/** The master settings as answers are made with them. */
export function toAnswerSettings(settings: LlmSettings): AnswerSettings {
  return {
    systemPrompt: settings.system_prompt,
    tagPrompt: settings.inline_tag_prompt,
    imagePrompt: settings.image_desc_prompt,
    titlePrompt: settings.conv_title_prompt,
    model: settings.gemini_model,
    temperature: settings.temperature,
    thinkingLines: settings.thinking_enabled ? settings.thinking_lines : null,
    search: {
      name: settings.search_tool_name,
      description: settings.search_tool_description,
      schema: settings.search_tool_schema,
      usePrevContext: settings.search_tool_use_prev_context,
      expandShort: settings.search_tool_expand_short,
    },
  }
}
