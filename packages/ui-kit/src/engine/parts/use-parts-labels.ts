import { withDefaults } from '../../base/with-defaults.ts'
import { useChat } from '../chat-context.ts'
import { defaultPartsLabels, type MessagePartsLabels } from './message-parts-labels.ts'

/** Returns the labels of the parts of an answer, English where the provider's labels have none. */
export function usePartsLabels(): MessagePartsLabels {
  return withDefaults(defaultPartsLabels, useChat().labels.parts)
}
