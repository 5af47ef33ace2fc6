import type { LlmSettings } from '@org/api-client/contract'

/** Settings of answers: the master settings, unless a widget or an entitlement overrides them. */
export interface AnswerSettings {
  systemPrompt: string
  /** Prompt for the marking of citations and products; appended to any system prompt. */
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

/** Definition of the search tool. */
export interface SearchSettings {
  name: string
  description: string
  /** A JSON schema of its arguments; empty for our own. */
  schema: Record<string, unknown>
  /** True when queries include earlier messages. */
  usePrevContext: boolean
  /** True when short or ambiguous messages are expanded. */
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
