import type { PromptOption } from '@org/api-client'
import { adminTexts } from './admin.texts.ts'

const texts = adminTexts.prompt

/** Shape of ids of prompts; a list of an older server holds texts instead. */
const idShape = /^(?:widget|prompt):[0-9a-f-]{36}$/u

/** Label and tooltip of a prompt in a list. */
export interface PromptLabel {
  label: string
  title: string
}

/**
 * Describes a prompt by its name, with its text as the tooltip.
 *
 * @param prompts the listed prompts; empty while they are loading or after loading failed
 */
export function describePrompt(prompts: readonly PromptOption[], id: string): PromptLabel {
  const prompt = prompts.find((each) => each.id === id)
  if (prompt === undefined) {
    const isDeleted = prompts.length > 0 && idShape.test(id)
    return { label: isDeleted ? texts.deleted : id, title: id }
  }
  const [firstLine = ''] = prompt.text.trim().split('\n')
  const labels = {
    master: texts.master(firstLine),
    widget: texts.widget(prompt.name, firstLine),
    saved: prompt.name,
  }
  return { label: labels[prompt.source], title: prompt.text }
}
