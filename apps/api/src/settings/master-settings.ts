import type { LlmSettings, LlmSettingsDraft } from '@org/api-client/contract'
import { searchToolDescription, searchToolName, searchToolSchema } from './default-search-tool.ts'
import { imagePrompt, systemPrompt, tagPrompt, titlePrompt } from './default-prompts.ts'

/** Default master settings (specification 2, section 9). */
export const defaultLlmSettings: LlmSettings = {
  system_prompt: systemPrompt,
  inline_tag_prompt: tagPrompt,
  image_desc_prompt: imagePrompt,
  conv_title_prompt: titlePrompt,
  // The model of the server's configuration.
  gemini_model: '',
  temperature: 0.6,
  thinking_enabled: false,
  thinking_lines: 5,
  search_tool_name: searchToolName,
  search_tool_description: searchToolDescription,
  search_tool_schema: searchToolSchema,
  search_tool_use_prev_context: true,
  search_tool_expand_short: true,
}

/** Settings with some of them changed. A tool without a name has the default one. */
export function withDraft(settings: LlmSettings, draft: LlmSettingsDraft): LlmSettings {
  const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))
  const next: LlmSettings = { ...settings, ...given }
  return { ...next, search_tool_name: next.search_tool_name || searchToolName }
}
